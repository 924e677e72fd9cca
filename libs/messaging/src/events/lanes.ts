/** The unhandled messages of one key; they run one at a time, in order. */
export interface Lane<Item> {
  readonly key: string;
  /** Messages in memory, in order; they come before the deferred ones. */
  queue: Item[];
  /** Number of messages deferred on disk; always 0 on Kafka. */
  deferred: number;
  isRunning: boolean;
  /** True while it is in the queue of lanes that may run. */
  isReady: boolean;
  /** Set while it waits for the retry of its first message. */
  timer?: NodeJS.Timeout;
}

/** The lanes of a topic or a partition, and the queue of those that may run. */
export class Lanes<Item> {
  private readonly onReady: () => void;
  private lanes = new Map<string, Lane<Item>>();
  private ready: Lane<Item>[] = [];
  private deferredCount = 0;

  constructor(onReady: () => void) {
    this.onReady = onReady;
  }

  /** Number of messages deferred on disk, over all lanes. */
  get deferred(): number {
    return this.deferredCount;
  }

  /** The lane that runs next, if any. */
  get first(): Lane<Item> | undefined {
    return this.ready[0];
  }

  /** Whether no message runs. */
  get areIdle(): boolean {
    return [...this.lanes.values()].every((lane) => !lane.isRunning);
  }

  find(key: string): Lane<Item> | undefined {
    return this.lanes.get(key);
  }

  /** The lane of a key, created if necessary. */
  open(key: string): Lane<Item> {
    const existing = this.lanes.get(key);
    if (existing) return existing;
    const lane = { key, queue: [], deferred: 0, isRunning: false, isReady: false };
    this.lanes.set(key, lane);
    return lane;
  }

  /** Removes the first lane from the queue. */
  shift(): void {
    const lane = this.ready.shift();
    if (lane) lane.isReady = false;
  }

  /** Queues the lane if it has work and is free; deletes it if it has no work. */
  offer(lane: Lane<Item>): void {
    if (lane.isRunning || lane.isReady || lane.timer) return;
    if (lane.queue.length === 0 && lane.deferred === 0) {
      if (this.lanes.get(lane.key) === lane) this.lanes.delete(lane.key);
      return;
    }
    lane.isReady = true;
    this.ready.push(lane);
    this.onReady();
  }

  /** The message that ran has ended: the lane continues at once, or after `delay` milliseconds. */
  release(lane: Lane<Item>, delay = 0): void {
    lane.isRunning = false;
    this.offerAfter(lane, delay);
  }

  /** Offers the lane after `delay` milliseconds. */
  offerAfter(lane: Lane<Item>, delay: number): void {
    if (delay <= 0) {
      this.offer(lane);
      return;
    }
    lane.timer ??= setTimeout(() => {
      delete lane.timer;
      this.offer(lane);
    }, delay);
  }

  /** Sets how many of the lane's messages are deferred on disk. */
  setDeferred(lane: Lane<Item>, count: number): void {
    this.deferredCount += count - lane.deferred;
    lane.deferred = count;
  }

  /** Deletes all lanes; lanes of running handlers stay occupied until {@link offer}. */
  clear(): void {
    const running = [...this.lanes.values()].filter((lane) => lane.isRunning);
    for (const lane of this.lanes.values()) clearTimeout(lane.timer);
    this.lanes = new Map();
    this.ready = [];
    this.deferredCount = 0;
    for (const { key } of running) this.open(key).isRunning = true;
  }
}
