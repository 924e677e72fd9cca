import type { NotedOffset } from '../connection/kafka-types.ts';
import type { PartitionLanes } from './partition-lanes.ts';

/** Consecutive failures that a rebalance may cause. */
const toleratedFailures = 3;

export interface CommitterOptions {
  partitions: () => Iterable<PartitionLanes>;
  commit: (offsets: readonly NotedOffset[]) => Promise<void>;
  /** Whether other members may take the partitions now. */
  isLeaving: () => boolean;
  /** Maximum time from the end of a handler to the commit, in milliseconds. */
  interval: number;
  onFailure: (error: unknown) => void;
}

/** Commits the handled offsets of each partition schedule after a change. */
export class OffsetCommitter {
  private readonly options: CommitterOptions;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<boolean> | undefined;
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

  /** Commits changed offsets and notes, or returns the running commit; never rejects. @returns whether it succeeded */
  commit(): Promise<boolean> {
    this.running ??= this.commitChanges().finally(() => {
      this.running = undefined;
    });
    return this.running;
  }

  /** Commits all changes made until now. */
  async commitAll(): Promise<boolean> {
    await this.running;
    return this.commit();
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    await this.commitAll();
  }

  private async commitChanges(): Promise<boolean> {
    const isLeaving = this.options.isLeaving();
    const changes = [...this.options.partitions()]
      .filter(({ isOpen }) => isOpen)
      .map((lanes) => {
        const offset = lanes.window.lowWater;
        return { lanes, offset, metadata: lanes.starts.note(offset, isLeaving) };
      })
      .filter(
        ({ lanes, offset, metadata }) => offset !== lanes.committed || metadata !== lanes.committedNote,
      );
    if (changes.length === 0) {
      // The failed partitions were revoked or reopened: without new messages nothing else would reset the count.
      this.failures = 0;
      return true;
    }
    try {
      await this.options.commit(
        changes.map(({ lanes: { topic, partition }, offset, metadata }) => ({
          topic,
          partition,
          offset,
          metadata,
        })),
      );
      for (const { lanes, offset, metadata } of changes) {
        lanes.committed = offset;
        lanes.committedNote = metadata;
      }
      this.failures = 0;
      return true;
    } catch (error) {
      this.failures += 1;
      this.options.onFailure(error);
      this.schedule();
      return false;
    }
  }
}
