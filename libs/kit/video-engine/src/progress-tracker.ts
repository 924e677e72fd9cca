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
  /** Where the rate measurement begins; it excludes the start of programs and the loading of models. */
  from?: { percent: number; at: number };
}

const MEASURED_FROM_PERCENT = 5;
/** A rate over fewer percent is unreliable. */
const MEASURED_OVER_PERCENT = 5;

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
    const from = (isContinued ? before.from : undefined) ?? { percent: current, at };
    this.entries.set(id, {
      state,
      percent: current,
      at,
      ...(current >= MEASURED_FROM_PERCENT ? { from } : {}),
    });
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

  private secondsLeftOf({ percent, at, from }: Entry): number | undefined {
    if (from === undefined || percent - from.percent < MEASURED_OVER_PERCENT) return undefined;
    const msPerPercent = (at - from.at) / (percent - from.percent);
    const left = msPerPercent * (100 - percent) - (this.now() - at);
    return Math.max(1, Math.round(left / 1000));
  }
}
