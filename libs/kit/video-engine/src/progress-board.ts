type WorkState = 'ingesting' | 'transcoding';

/** How far the current work on an asset or track is. */
export interface WorkProgress {
  state: WorkState;
  /** 0..100. */
  percent: number;
  /** What is left at the pace so far; undefined while that cannot be known. */
  secondsLeft?: number;
  /** Jobs of the same lane that run or come before; undefined once this one has begun. */
  ahead?: number;
}

interface Entry {
  state: WorkState;
  percent: number;
  at: number;
  /** Where the pace is measured from: programs that start and models that load are not part of it. */
  from?: { percent: number; at: number };
}

const MEASURED_FROM_PERCENT = 5;
/** A pace over less is a guess. */
const MEASURED_OVER_PERCENT = 5;

/** Kept in memory: after a restart work begins anew. */
export class ProgressBoard {
  private readonly entries = new Map<string, Entry>();
  private readonly aheadOf: (id: string) => number;
  private readonly now: () => number;

  /**
   * @param aheadOf jobs that run or come before the one of an asset or track
   * @param now milliseconds of a clock that never goes back
   */
  constructor(aheadOf: (id: string) => number = () => 0, now = () => performance.now()) {
    this.aheadOf = aheadOf;
    this.now = now;
  }

  set(id: string, state: WorkState, percent: number): void {
    const at = this.now();
    const known = Math.max(0, Math.min(100, percent));
    const before = this.entries.get(id);
    const goesOn = before?.state === state && known >= before.percent;
    const from = (goesOn ? before.from : undefined) ?? { percent: known, at };
    this.entries.set(id, { state, percent: known, at, ...(known >= MEASURED_FROM_PERCENT ? { from } : {}) });
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
