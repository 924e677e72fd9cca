type WorkState = 'ingesting' | 'transcoding';

/** The progress of the current work on an asset or track. */
export interface WorkProgress {
  state: WorkState;
  /** 0..100. */
  percent: number;
  /** Estimated from the rate so far; undefined while there is no estimate. */
  secondsLeft?: number;
  /** Jobs of the same lane that run or come before; undefined once this job has started. */
  ahead?: number;
}

interface Entry {
  state: WorkState;
  percent: number;
  at: number;
  /** Earlier reports, oldest first; the rate is measured from the first one. */
  marks: readonly Mark[];
}

interface Mark {
  percent: number;
  at: number;
}

/** The rate measurement excludes the start of programs and the loading of models. */
const MEASURED_FROM_PERCENT = 5;
/** A rate over fewer percent is unreliable. */
const MEASURED_OVER_PERCENT = 5;
/** Only the last part counts, because the rate changes when other jobs begin and end. */
const MEASURED_OVER_LAST_PERCENT = 20;

/** Tracks the progress of jobs in memory, because jobs start again after a restart. */
export class ProgressTracker {
  private readonly entries = new Map<string, Entry>();
  private readonly aheadOf: (id: string) => number;
  private readonly now: () => number;

  /**
   * @param aheadOf jobs that run or come before the one of an asset or track
   * @param now milliseconds of a monotonic clock
   */
  constructor(aheadOf: (id: string) => number = () => 0, now = () => performance.now()) {
    this.aheadOf = aheadOf;
    this.now = now;
  }

  set(id: string, state: WorkState, percent: number): void {
    const at = this.now();
    const current = Math.max(0, Math.min(100, percent));
    const before = this.entries.get(id);
    const isContinued = before?.state === state && current >= before.percent;
    const marks = addMark(isContinued ? before.marks : [], { percent: current, at });
    this.entries.set(id, { state, percent: current, at, marks });
  }

  get(id: string): WorkProgress {
    const entry = this.entries.get(id);
    if (entry === undefined) return { state: 'ingesting', percent: 0, ahead: this.aheadOf(id) };
    const { state, percent } = entry;
    const secondsLeft = this.secondsLeftOf(entry);
    return { state, percent, ...(secondsLeft === undefined ? {} : { secondsLeft }) };
  }

  clear(id: string): void {
    this.entries.delete(id);
  }

  private secondsLeftOf({ percent, at, marks: [from] }: Entry): number | undefined {
    if (from === undefined || percent - from.percent < MEASURED_OVER_PERCENT) return undefined;
    const msPerPercent = (at - from.at) / (percent - from.percent);
    const left = msPerPercent * (100 - percent) - (this.now() - at);
    return Math.max(1, Math.round(left / 1000));
  }
}

/** At most one mark for each percent of the measured part. */
function addMark(marks: readonly Mark[], mark: Mark): readonly Mark[] {
  if (mark.percent < MEASURED_FROM_PERCENT || mark.percent < (marks.at(-1)?.percent ?? 0) + 1) return marks;
  // The newest of those that are old enough, and all later ones.
  const first = marks.findLastIndex(({ percent }) => percent <= mark.percent - MEASURED_OVER_LAST_PERCENT);
  return [...marks.slice(Math.max(0, first)), mark];
}
