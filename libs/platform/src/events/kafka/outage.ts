import type { Logger } from '../../logging/logger.ts';
import type { BrokerWatch } from './broker-watch.ts';

/** Least time between two warnings of the same outage, in milliseconds. */
const REMIND_AFTER = 30_000;

/**
 * What one client has to say of its broker. Says once that something is not possible, again every half minute, and once
 * that it is again; the watch over the brokers hears each time.
 */
export class Outage {
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

  /** Something takes long. */
  suspect(): void {
    this.#brokers?.suspect();
  }

  begin(error: unknown): void {
    this.#brokers?.suspect();
    const now = performance.now();
    if (this.#warnedAt !== undefined && now - this.#warnedAt < REMIND_AFTER) return;
    this.#warnedAt = now;
    // Without its stack: that is the same each time and says where kafkajs waits.
    const reason = error instanceof Error ? error.message : String(error);
    this.#logger.warn({ ...this.#facts, reason }, `${this.#what} is not possible, and is tried again.`);
  }

  end(): void {
    this.#brokers?.seen();
    if (this.#warnedAt === undefined) return;
    this.#warnedAt = undefined;
    this.#logger.info(this.#facts, `${this.#what} is possible again.`);
  }
}
