import type { WorkStage } from '@vault/media';

/** The progress of the current work on an asset or track. */
export interface WorkProgress {
  /** Undefined while the job waits for other jobs. */
  stage?: WorkStage;
  /** Of the stage, 0..100. */
  percent: number;
  /** Estimated from the rate so far; undefined while there is no estimate. */
  secondsLeft?: number;
}

interface Entry {
  stage: WorkStage;
  percent: number;
  at: number;
  /** Earlier reports, oldest first; the rate is measured from the first one. */
  marks: readonly Mark[];
}

interface Mark {
  percent: number;
  at: number;
}

/** The rate excludes the loading of models; in other stages it is measured from the first result. */
const measuredFromPercent: Partial<Record<WorkStage, number>> = { transcribing: 5 };
/** A rate over less than both is unreliable. */
const measuredOver = { percent: 5, ms: 10_000 };
/** Only the last part counts, because the rate changes when other jobs begin and end. */
const measuredOverLastPercent = 20;

/** Tracks the progress of running jobs in memory, because jobs start again after a restart. */
export class ProgressTracker {
  private readonly entries = new Map<string, Entry>();
  private readonly hasWorkSpace: () => boolean;
  private readonly now: () => number;

  /**
   * @param hasWorkSpace whether the disk has room for jobs
   * @param now milliseconds of a monotonic clock
   */
  constructor(hasWorkSpace: () => boolean, now = () => performance.now()) {
    this.hasWorkSpace = hasWorkSpace;
    this.now = now;
  }

  set(id: string, stage: WorkStage, percent = 0): void {
    const at = this.now();
    const current = Math.max(0, Math.min(100, percent));
    const before = this.entries.get(id);
    const isContinued = before?.stage === stage && current >= before.percent;
    const marks = isContinued ? before.marks : [];
    const isMeasured = current > 0 && current >= (measuredFromPercent[stage] ?? 0);
    const mark = { percent: current, at };
    this.entries.set(id, { stage, ...mark, marks: isMeasured ? addMark(marks, mark) : marks });
  }

  get(id: string): WorkProgress {
    const entry = this.entries.get(id);
    if (entry === undefined)
      return this.hasWorkSpace() ? { percent: 0 } : { percent: 0, stage: 'waiting-for-space' };
    const { stage, percent } = entry;
    const secondsLeft = this.secondsLeftOf(entry);
    return { stage, percent, ...(secondsLeft === undefined ? {} : { secondsLeft }) };
  }

  clear(id: string): void {
    this.entries.delete(id);
  }

  private secondsLeftOf({ percent, at, marks: [from] }: Entry): number | undefined {
    if (from === undefined || percent <= from.percent) return undefined;
    if (percent - from.percent < measuredOver.percent && at - from.at < measuredOver.ms) return undefined;
    const msPerPercent = (at - from.at) / (percent - from.percent);
    const remainingMs = msPerPercent * (100 - percent) - (this.now() - at);
    return Math.max(1, Math.round(remainingMs / 1000));
  }
}

/** At most one mark for each percent of the measured part. */
function addMark(marks: readonly Mark[], mark: Mark): readonly Mark[] {
  const last = marks.at(-1);
  if (last !== undefined && mark.percent < last.percent + 1) return marks;
  // Keeps the newest sample that is old enough, and all later ones.
  const first = marks.findLastIndex(({ percent }) => percent <= mark.percent - measuredOverLastPercent);
  return [...marks.slice(Math.max(0, first)), mark];
}
