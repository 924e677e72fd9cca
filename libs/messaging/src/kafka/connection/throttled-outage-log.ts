import type { Logger } from '@vault/base';
import type { AccessWatch } from './access-watch.ts';
import type { BrokerWatch } from './broker-watch.ts';
import { refusalOf } from './refusal.ts';

/** Minimum time between two warnings of the same outage. */
const remindAfterMs = 30_000;

/**
 * Logs the outages of one client: a warning when an outage begins, another one at most every 30 s, and one line when it
 * ends. Reports every failure and success to the {@link BrokerWatch}, and refusals to the {@link AccessWatch} instead.
 */
export class ThrottledOutageLog {
  private readonly what: string;
  private readonly facts: object;
  private readonly logger: Logger;
  private readonly brokers: BrokerWatch | undefined;
  private readonly access: AccessWatch | undefined;
  private warnedAt: number | undefined;

  constructor(what: string, facts: object, logger: Logger, brokers?: BrokerWatch, access?: AccessWatch) {
    this.what = what;
    this.facts = facts;
    this.logger = logger;
    this.brokers = brokers;
    this.access = access;
  }

  /** Call it when a request takes long. */
  suspect(): void {
    this.brokers?.suspect();
  }

  begin(error: unknown): void {
    this.brokers?.suspect();
    const refusal = refusalOf(error);
    if (refusal && this.access) {
      this.access.refuse(this, refusal, this.facts);
      return;
    }
    const now = performance.now();
    if (this.warnedAt !== undefined && now - this.warnedAt < remindAfterMs) return;
    this.warnedAt = now;
    // Without the stack, which is the same each time.
    const reason = error instanceof Error ? error.message : String(error);
    this.logger.warn({ ...this.facts, reason }, `${this.what} is not possible and will be retried.`);
  }

  end(): void {
    this.brokers?.markReachable();
    this.access?.allow(this);
    if (this.warnedAt === undefined) return;
    this.warnedAt = undefined;
    this.logger.info(this.facts, `${this.what} is possible again.`);
  }
}
