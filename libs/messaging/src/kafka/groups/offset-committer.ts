import type { OffsetOf } from '../connection/kafka-types.ts';
import type { PartitionLanes } from './partition-lanes.ts';

/** Consecutive failures that a rebalance may cause. */
const toleratedFailures = 3;

export interface CommitterOptions {
  partitions: () => Iterable<PartitionLanes>;
  commit: (offsets: readonly OffsetOf[]) => Promise<void>;
  /** Maximum time from the end of a handler to the commit, in milliseconds. */
  interval: number;
  onFailure: (error: unknown) => void;
}

/** Commits the handled offsets of each partition schedule after a change. */
export class OffsetCommitter {
  private readonly options: CommitterOptions;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private failures = 0;
  private isClosed = false;

  constructor(options: CommitterOptions) {
    this.options = options;
  }

  /** False after more consecutive failed commits than a rebalance may cause. */
  get isWorking(): boolean {
    return this.failures <= toleratedFailures;
  }

  /** Schedules a commit. */
  schedule(): void {
    if (this.isClosed) return;
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      void this.commit();
    }, this.options.interval);
  }

  /** Commits changed offsets, or returns the running commit; never rejects. */
  commit(): Promise<void> {
    this.running ??= this.commitChanges().finally(() => {
      this.running = undefined;
    });
    return this.running;
  }

  /** Commits all changes made until now. */
  async commitAll(): Promise<void> {
    await this.running;
    await this.commit();
  }

  close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    return this.commitAll();
  }

  private async commitChanges(): Promise<void> {
    const changes = [...this.options.partitions()]
      .filter(({ isOpen, window, committed }) => isOpen && window.lowWater !== committed)
      .map((lanes) => ({ lanes, offset: lanes.window.lowWater }));
    if (changes.length === 0) {
      // The failed partitions were revoked or reopened: without new messages nothing else would reset the count.
      this.failures = 0;
      return;
    }
    try {
      await this.options.commit(
        changes.map(({ lanes, offset }) => ({ topic: lanes.topic, partition: lanes.partition, offset })),
      );
      for (const { lanes, offset } of changes) lanes.committed = offset;
      this.failures = 0;
    } catch (error) {
      this.failures += 1;
      this.options.onFailure(error);
      this.schedule();
    }
  }
}
