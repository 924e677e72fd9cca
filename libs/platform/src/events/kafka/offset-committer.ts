import type { OffsetOf } from './kafka-types.ts';
import type { PartitionLanes } from './partition-lanes.ts';

/** Failures in a row that a regrouping may cause. */
const HARMLESS = 3;

export interface CommitterOptions {
  partitions: () => Iterable<PartitionLanes>;
  commit: (offsets: readonly OffsetOf[]) => Promise<void>;
  /** Longest time from the end of a handler to the commit, in milliseconds. */
  interval: number;
  onFailure: (error: unknown) => void;
}

/** Tells the broker how far each partition is dealt with, soon after something changed. */
export class OffsetCommitter {
  readonly #options: CommitterOptions;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #failures = 0;
  #isClosed = false;

  constructor(options: CommitterOptions) {
    this.#options = options;
  }

  /** False while the broker has not taken for some time what there is to commit. */
  get isWorking(): boolean {
    return this.#failures <= HARMLESS;
  }

  /** Something may have changed. */
  soon(): void {
    if (this.#isClosed) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.commit();
    }, this.#options.interval);
  }

  /** Commits what has changed, unless that is under way; never rejects. */
  commit(): Promise<void> {
    this.#running ??= this.#commit().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  /** Commits what has changed until now. */
  async commitAll(): Promise<void> {
    await this.#running;
    await this.commit();
  }

  close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    return this.commitAll();
  }

  async #commit(): Promise<void> {
    const changes = [...this.#options.partitions()]
      .filter(({ isOpen, window, committed }) => isOpen && window.lowWater !== committed)
      .map((lanes) => ({ lanes, offset: lanes.window.lowWater }));
    if (changes.length === 0) {
      // What failed went to others, or begins anew: without new messages nothing else would ever clear it.
      this.#failures = 0;
      return;
    }
    try {
      await this.#options.commit(
        changes.map(({ lanes, offset }) => ({ topic: lanes.topic, partition: lanes.partition, offset })),
      );
      for (const { lanes, offset } of changes) lanes.committed = offset;
      this.#failures = 0;
    } catch (error) {
      this.#failures += 1;
      this.#options.onFailure(error);
      this.soon();
    }
  }
}
