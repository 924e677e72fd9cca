import type { PartitionLanes, Task } from './partition-lanes.ts';

/** Runs handlers, a bounded number at once, taking turns between partitions. */
export class HandlerPool {
  readonly #concurrency: number;
  readonly #partitions: () => Iterable<PartitionLanes>;
  readonly #work: (task: Task) => Promise<void>;
  readonly #idle: (() => void)[] = [];
  #running = 0;
  #isAwake = false;
  /** In this turn of the event loop. */
  #hadItsTurn = false;
  #isClosed = false;

  constructor(
    concurrency: number,
    partitions: () => Iterable<PartitionLanes>,
    work: (task: Task) => Promise<void>,
  ) {
    this.#concurrency = Math.max(1, concurrency);
    this.#partitions = partitions;
    this.#work = work;
  }

  get running(): number {
    return this.#running;
  }

  /**
   * There may be work. It begins before the next request to Kafka is written: on a busy machine the broker, woken by that,
   * often takes the processor from this process for some milliseconds. After that all else has its turn first: handlers
   * that never wait would keep it for themselves.
   */
  wake(): void {
    if (this.#isAwake) return;
    this.#isAwake = true;
    const soon = this.#hadItsTurn ? setImmediate : queueMicrotask;
    soon(() => {
      this.#isAwake = false;
      this.#takeTurn();
      this.#deal();
    });
  }

  /** Starts no more. */
  close(): void {
    this.#isClosed = true;
  }

  /** Resolves when nothing runs. */
  async idle(): Promise<void> {
    if (this.#running > 0) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  #takeTurn(): void {
    if (this.#hadItsTurn) return;
    this.#hadItsTurn = true;
    setImmediate(() => {
      this.#hadItsTurn = false;
    });
  }

  #deal(): void {
    let busy = [...this.#partitions()].filter((partition) => partition.hasWork);
    while (busy.length > 0) {
      for (const partition of busy) {
        if (this.#isClosed || this.#running >= this.#concurrency) return;
        const task = partition.take();
        if (task) void this.#run(task);
      }
      busy = busy.filter((partition) => partition.hasWork);
    }
  }

  async #run(task: Task): Promise<void> {
    this.#running += 1;
    try {
      await this.#work(task);
    } finally {
      this.#running -= 1;
      if (this.#running === 0) for (const resolve of this.#idle.splice(0)) resolve();
      this.wake();
    }
  }
}
