import { setTimeout as sleep } from 'node:timers/promises';
import { endsWithin } from './within-time.ts';

/** Pause between a probe that failed and the next, in milliseconds. */
const PROBE_EVERY = 1000;
/** Brokers that say nothing for so long are taken for away. */
const ANSWER_WITHIN = 5000;

/**
 * Knows whether any broker answers. It probes when a client has met trouble, and from then on until there is an answer:
 * nobody has to send a message in vain to find out that Kafka is back.
 */
export class BrokerWatch {
  readonly #probe: () => Promise<void>;
  readonly #pause: number;
  #isAway = false;
  #isProbing = false;
  #isClosed = false;

  /** @param probe rejects when no broker answers */
  constructor(probe: () => Promise<void>, pause = PROBE_EVERY) {
    this.#probe = probe;
    this.#pause = pause;
  }

  get isAway(): boolean {
    return this.#isAway;
  }

  /** A client has met trouble, which may be its own. */
  suspect(): void {
    if (!this.#isProbing && !this.#isClosed) void this.#look();
  }

  /** A broker has done what a client asked for. */
  seen(): void {
    this.#isAway = false;
  }

  /** Begins no more probes. */
  close(): void {
    this.#isClosed = true;
  }

  async #look(): Promise<void> {
    this.#isProbing = true;
    do {
      this.#isAway = !(await endsWithin(this.#probe(), ANSWER_WITHIN));
      if (this.#isAway) await sleep(this.#pause, undefined, { ref: false });
    } while (this.#isAway && !this.#isClosed);
    this.#isProbing = false;
  }
}
