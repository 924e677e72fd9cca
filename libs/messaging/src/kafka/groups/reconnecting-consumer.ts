import type { ThrottledOutageLog } from '../connection/throttled-outage-log.ts';
import type { RecordConsumer, ConsumerListener } from '../connection/kafka-types.ts';

const firstPauseMs = 100;
const maxPauseMs = 5000;
/** Maximum time to join the group, in milliseconds: more than a rebalance takes. */
const joinWithinMs = 30_000;

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
  private readonly options: ReconnectingOptions;
  private consumer: RecordConsumer | undefined;
  private isJoined = false;
  private hasTimedOut = false;
  private lastAnswerAt = 0;
  private pause = firstPauseMs;
  private timer: NodeJS.Timeout | undefined;
  private stallTimer: NodeJS.Timeout | undefined;
  private isClosed = false;

  constructor(options: ReconnectingOptions) {
    this.options = options;
  }

  /** The current consumer, if any. */
  get current(): RecordConsumer | undefined {
    return this.consumer;
  }

  /** True while it is in the group and receives answers within the session time-out. */
  get isConnected(): boolean {
    return this.isJoined && !this.hasTimedOut && this.silentMs < this.options.sessionTimeout;
  }

  start(): void {
    this.stallTimer = setInterval(() => this.check(), this.options.sessionTimeout / 4);
    this.begin();
  }

  /** Leaves the group; later callbacks of the consumer are ignored. */
  async close(): Promise<void> {
    this.isClosed = true;
    clearInterval(this.stallTimer);
    clearTimeout(this.timer);
    this.isJoined = false;
    const consumer = this.consumer;
    this.consumer = undefined;
    await consumer?.close();
  }

  private get silentMs(): number {
    return performance.now() - this.lastAnswerAt;
  }

  private begin(): void {
    const { open, listener } = this.options;
    this.markAlive();
    const isCurrent = () => this.consumer === consumer;
    const consumer = open({
      onJoined: (joined) => {
        if (!isCurrent()) return;
        this.isJoined = true;
        this.pause = firstPauseMs;
        this.markAlive();
        listener.onJoined(joined);
      },
      onRebalance: () => {
        if (!isCurrent()) return;
        this.isJoined = false;
        this.markAlive();
        listener.onRebalance();
      },
      onHeartbeat: () => (isCurrent() ? this.markAlive() : undefined),
      onTimeout: () => {
        if (!isCurrent()) return;
        this.hasTimedOut = true;
        this.options.outage.suspect();
      },
      onDown: (error) => this.replace(consumer, error),
      onBatch: (batch) => (isCurrent() ? listener.onBatch(batch) : undefined),
    });
    this.consumer = consumer;
    consumer.start().catch((error: unknown) => this.replace(consumer, error));
  }

  private markAlive(): void {
    this.lastAnswerAt = performance.now();
    this.hasTimedOut = false;
  }

  private replace(consumer: RecordConsumer, error: unknown): void {
    if (this.consumer !== consumer) return;
    this.consumer = undefined;
    this.isJoined = false;
    this.options.outage.begin(error);
    this.options.listener.onLost(error);
    // Not awaited, because its connections may hang.
    consumer.close().catch(() => undefined);
    if (this.isClosed) return;
    this.timer = setTimeout(() => this.begin(), this.pause);
    this.pause = Math.min(maxPauseMs, this.pause * 2);
  }

  /** Detects a stalled consumer, because kafkajs may hang instead of failing. */
  private check(): void {
    const consumer = this.consumer;
    const maxSilentMs = this.isJoined ? 2 * this.options.sessionTimeout : joinWithinMs;
    if (consumer && this.silentMs > maxSilentMs)
      this.replace(consumer, new Error('Kafka stopped answering.'));
  }
}
