import type { Outage } from './outage.ts';
import type { RecordConsumer, Watch } from './kafka-types.ts';

const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 5000;
/** Longest time between coming and being in the group: a regrouping and some. */
const JOIN_WITHIN = 30_000;

/** What is told beyond one consumer's life. */
export interface LastingWatch extends Pick<Watch, 'onJoined' | 'onRegroup' | 'onBatch'> {
  /** The consumer is gone, and its partitions with it; another one comes. */
  onLost(error: unknown): void;
}

export interface LastingOptions {
  open: (watch: Watch) => RecordConsumer;
  watch: LastingWatch;
  sessionTimeout: number;
  outage: Outage;
}

/** A consumer that is replaced whenever it ends or falls silent, for ever. */
export class LastingConsumer {
  readonly #options: LastingOptions;
  #current: RecordConsumer | undefined;
  #isJoined = false;
  #owesAnswer = false;
  #heardAt = 0;
  #pause = FIRST_PAUSE;
  #timer: NodeJS.Timeout | undefined;
  #guard: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: LastingOptions) {
    this.#options = options;
  }

  /** The consumer, while there is one. */
  get current(): RecordConsumer | undefined {
    return this.#current;
  }

  /** In the group, and in touch with it. */
  get isInTouch(): boolean {
    return this.#isJoined && !this.#owesAnswer && this.#silence < this.#options.sessionTimeout;
  }

  start(): void {
    this.#guard = setInterval(() => this.#check(), this.#options.sessionTimeout / 4);
    this.#begin();
  }

  /** Leaves the group; what the consumer says from now on is not heard. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#guard);
    clearTimeout(this.#timer);
    this.#isJoined = false;
    const consumer = this.#current;
    this.#current = undefined;
    await consumer?.close();
  }

  get #silence(): number {
    return performance.now() - this.#heardAt;
  }

  #begin(): void {
    const { open, watch } = this.#options;
    this.#hear();
    const isOurs = () => this.#current === consumer;
    const consumer = open({
      onJoined: (joined) => {
        if (!isOurs()) return;
        this.#isJoined = true;
        this.#pause = FIRST_PAUSE;
        this.#hear();
        watch.onJoined(joined);
      },
      onRegroup: () => {
        if (!isOurs()) return;
        this.#isJoined = false;
        this.#hear();
        watch.onRegroup();
      },
      onHeartbeat: () => (isOurs() ? this.#hear() : undefined),
      onTimeout: () => {
        if (!isOurs()) return;
        this.#owesAnswer = true;
        this.#options.outage.suspect();
      },
      onDown: (error) => this.#lose(consumer, error),
      onBatch: (batch) => (isOurs() ? watch.onBatch(batch) : undefined),
    });
    this.#current = consumer;
    consumer.start().catch((error: unknown) => this.#lose(consumer, error));
  }

  #hear(): void {
    this.#heardAt = performance.now();
    this.#owesAnswer = false;
  }

  #lose(consumer: RecordConsumer, error: unknown): void {
    if (this.#current !== consumer) return;
    this.#current = undefined;
    this.#isJoined = false;
    this.#options.outage.begin(error);
    this.#options.watch.onLost(error);
    // In the background: its connections may be silent.
    consumer.close().catch(() => undefined);
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => this.#begin(), this.#pause);
    this.#pause = Math.min(LONGEST_PAUSE, this.#pause * 2);
  }

  /** kafkajs may hang where it should fail. */
  #check(): void {
    const consumer = this.#current;
    const patience = this.#isJoined ? 2 * this.#options.sessionTimeout : JOIN_WITHIN;
    if (consumer && this.#silence > patience) this.#lose(consumer, new Error('Kafka fell silent.'));
  }
}
