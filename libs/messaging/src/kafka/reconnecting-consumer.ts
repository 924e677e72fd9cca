import type { ThrottledOutageLog } from './throttled-outage-log.ts';
import type { RecordConsumer, ConsumerListener } from './kafka-types.ts';

const FIRST_PAUSE = 100;
const MAX_PAUSE = 5000;
/** Maximum time to join the group, in milliseconds: more than a rebalance takes. */
const JOIN_WITHIN = 30_000;

/** Callbacks that outlive a single consumer. */
export interface ReconnectingListener extends Required<
  Pick<ConsumerListener, 'onJoined' | 'onRebalance' | 'onBatch'>
> {
  /** The consumer has lost its partitions; a new one will be opened. */
  onLost(error: unknown): void;
}

export interface ReconnectingOptions {
  open: (listener: ConsumerListener) => RecordConsumer;
  listener: ReconnectingListener;
  sessionTimeout: number;
  outage: ThrottledOutageLog;
}

/** Replaces a consumer whenever it ends or stalls, until it is closed. */
export class ReconnectingConsumer {
  readonly #options: ReconnectingOptions;
  #current: RecordConsumer | undefined;
  #isJoined = false;
  #hasTimedOut = false;
  #lastAnswerAt = 0;
  #pause = FIRST_PAUSE;
  #timer: NodeJS.Timeout | undefined;
  #stallTimer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: ReconnectingOptions) {
    this.#options = options;
  }

  /** The current consumer, if any. */
  get current(): RecordConsumer | undefined {
    return this.#current;
  }

  /** True while it is in the group and receives answers within the session time-out. */
  get isConnected(): boolean {
    return this.#isJoined && !this.#hasTimedOut && this.#silentMs < this.#options.sessionTimeout;
  }

  start(): void {
    this.#stallTimer = setInterval(() => this.#check(), this.#options.sessionTimeout / 4);
    this.#begin();
  }

  /** Leaves the group; later callbacks of the consumer are ignored. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#stallTimer);
    clearTimeout(this.#timer);
    this.#isJoined = false;
    const consumer = this.#current;
    this.#current = undefined;
    await consumer?.close();
  }

  get #silentMs(): number {
    return performance.now() - this.#lastAnswerAt;
  }

  #begin(): void {
    const { open, listener } = this.#options;
    this.#markAlive();
    const isCurrent = () => this.#current === consumer;
    const consumer = open({
      onJoined: (joined) => {
        if (!isCurrent()) return;
        this.#isJoined = true;
        this.#pause = FIRST_PAUSE;
        this.#markAlive();
        listener.onJoined(joined);
      },
      onRebalance: () => {
        if (!isCurrent()) return;
        this.#isJoined = false;
        this.#markAlive();
        listener.onRebalance();
      },
      onHeartbeat: () => (isCurrent() ? this.#markAlive() : undefined),
      onTimeout: () => {
        if (!isCurrent()) return;
        this.#hasTimedOut = true;
        this.#options.outage.suspect();
      },
      onDown: (error) => this.#replace(consumer, error),
      onBatch: (batch) => (isCurrent() ? listener.onBatch(batch) : undefined),
    });
    this.#current = consumer;
    consumer.start().catch((error: unknown) => this.#replace(consumer, error));
  }

  #markAlive(): void {
    this.#lastAnswerAt = performance.now();
    this.#hasTimedOut = false;
  }

  #replace(consumer: RecordConsumer, error: unknown): void {
    if (this.#current !== consumer) return;
    this.#current = undefined;
    this.#isJoined = false;
    this.#options.outage.begin(error);
    this.#options.listener.onLost(error);
    // Not awaited, because its connections may hang.
    consumer.close().catch(() => undefined);
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => this.#begin(), this.#pause);
    this.#pause = Math.min(MAX_PAUSE, this.#pause * 2);
  }

  /** Detects a stalled consumer, because kafkajs may hang instead of failing. */
  #check(): void {
    const consumer = this.#current;
    const maxSilentMs = this.#isJoined ? 2 * this.#options.sessionTimeout : JOIN_WITHIN;
    if (consumer && this.#silentMs > maxSilentMs)
      this.#replace(consumer, new Error('Kafka stopped answering.'));
  }
}
