import type { Logger } from '../../logging/logger.ts';
import type { BrokerWatch } from './broker-watch.ts';

/** Minimum time between two warnings of the same outage, in milliseconds. */
const REMIND_AFTER = 30_000;

/**
 * Logs the outages of one client: a warning when an outage begins, another one at most every 30 s, and one line when it
 * ends. Reports every failure and success to the {@link BrokerWatch}.
 */
export class ThrottledOutageLog {
  readonly #what: string;
  readonly #facts: object;
  readonly #logger: Logger;
  readonly #brokers: BrokerWatch | undefined;
  #warnedAt: number | undefined;

  constructor(what: string, facts: object, logger: Logger, brokers?: BrokerWatch) {
    this.#what = what;
    this.#facts = facts;
    this.#logger = logger;
    this.#brokers = brokers;
  }

  /** Call it when a request takes long. */
  suspect(): void {
    this.#brokers?.suspect();
  }

  begin(error: unknown): void {
    this.#brokers?.suspect();
    const now = performance.now();
    if (this.#warnedAt !== undefined && now - this.#warnedAt < REMIND_AFTER) return;
    this.#warnedAt = now;
    // Without the stack, which is the same each time.
    const reason = error instanceof Error ? error.message : String(error);
    this.#logger.warn({ ...this.#facts, reason }, `${this.#what} is not possible and will be retried.`);
  }

  end(): void {
    this.#brokers?.markReachable();
    if (this.#warnedAt === undefined) return;
    this.#warnedAt = undefined;
    this.#logger.info(this.#facts, `${this.#what} is possible again.`);
  }
}
