import type { Logger } from '../../logging/logger.ts';

/** Least time between two warnings of the same outage, in milliseconds. */
const REMIND_AFTER = 30_000;

/** Says once that something is away, again every half minute, and once that it is back. */
export class Outage {
  readonly #what: string;
  readonly #facts: object;
  readonly #logger: Logger;
  #warnedAt: number | undefined;

  constructor(what: string, facts: object, logger: Logger) {
    this.#what = what;
    this.#facts = facts;
    this.#logger = logger;
  }

  begin(error: unknown): void {
    const now = performance.now();
    if (this.#warnedAt !== undefined && now - this.#warnedAt < REMIND_AFTER) return;
    this.#warnedAt = now;
    // Without its stack: that is the same each time and says where kafkajs waits.
    const reason = error instanceof Error ? error.message : String(error);
    this.#logger.warn({ ...this.#facts, reason }, `${this.#what} is not possible, and is tried again.`);
  }

  end(): void {
    if (this.#warnedAt === undefined) return;
    this.#warnedAt = undefined;
    this.#logger.info(this.#facts, `${this.#what} is possible again.`);
  }
}
