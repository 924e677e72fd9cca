import { RunningHandlers } from '../../events/running-handlers.ts';
import type { PartitionLanes, Task } from './partition-lanes.ts';

/** Runs a bounded number of handlers at once, round-robin over the partitions. */
export class HandlerPool {
  private readonly concurrency: number;
  private readonly partitions: () => Iterable<PartitionLanes>;
  private readonly work: (task: Task) => Promise<void>;
  private readonly handlers = new RunningHandlers();
  private isAwake = false;
  /** Whether it has dispatched in this turn of the event loop. */
  private hasDispatched = false;
  private isClosed = false;

  constructor(
    concurrency: number,
    partitions: () => Iterable<PartitionLanes>,
    work: (task: Task) => Promise<void>,
  ) {
    this.concurrency = Math.max(1, concurrency);
    this.partitions = partitions;
    this.work = work;
  }

  get running(): number {
    return this.handlers.count;
  }

  /**
   * Call it when there may be work. The first dispatch of a turn is a microtask, so that handlers start before the next
   * request to Kafka is written: on a busy machine that request wakes the broker, which often takes the processor for
   * some milliseconds. Later dispatches wait for the next turn, so that handlers that never wait cannot block the event
   * loop.
   */
  wake(): void {
    if (this.isAwake) return;
    this.isAwake = true;
    const soon = this.hasDispatched ? setImmediate : queueMicrotask;
    soon(() => {
      this.isAwake = false;
      this.markDispatched();
      this.dispatch();
    });
  }

  /** Starts no more handlers. */
  close(): void {
    this.isClosed = true;
  }

  /** Resolves when nothing runs. */
  idle(): Promise<void> {
    return this.handlers.idle();
  }

  private markDispatched(): void {
    if (this.hasDispatched) return;
    this.hasDispatched = true;
    setImmediate(() => {
      this.hasDispatched = false;
    });
  }

  private dispatch(): void {
    let busy = [...this.partitions()].filter((partition) => partition.hasWork);
    while (busy.length > 0) {
      for (const partition of busy) {
        if (this.isClosed || this.running >= this.concurrency) return;
        const task = partition.take();
        if (task) void this.run(task);
      }
      busy = busy.filter((partition) => partition.hasWork);
    }
  }

  private async run(task: Task): Promise<void> {
    const end = this.handlers.begin();
    try {
      await this.work(task);
    } finally {
      end();
      this.wake();
    }
  }
}
