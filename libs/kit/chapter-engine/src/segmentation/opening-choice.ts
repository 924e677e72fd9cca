import { entryAt } from '../language/entry-at.ts';
import type { Cue } from '../transcript/cue.ts';

/** Values are rounded to millionths, so that rounding of exponentials cannot change the result between machines. */
const roundingFactor = 1e6;

export interface ChoiceOptions {
  /** Minimum probability, summed over the reach, that a chapter opens near a cue. */
  readonly threshold: number;
  /** Seconds; openings within this distance count as one, with decreasing weight. */
  readonly reach: number;
  /** Seconds; no two openings are closer, nor is one to the start or end. */
  readonly minSeconds: number;
  /** Seconds of the recording: no chapter opens at its end. */
  readonly duration: number;
  /** Cue indexes that open chapters in any case. */
  readonly announced: readonly number[];
}

/** For each cue, the first and the last cue within the reach. */
interface Windows {
  readonly first: Int32Array;
  readonly last: Int32Array;
}

const windowsOf = (cues: readonly Cue[], reach: number): Windows => {
  const first = new Int32Array(cues.length);
  const last = new Int32Array(cues.length);
  let [from, to] = [0, 0];
  for (const [i, { start }] of cues.entries()) {
    while (from < i && start - entryAt(cues, from).start >= reach) from++;
    to = Math.max(to, i);
    while (to + 1 < cues.length && entryAt(cues, to + 1).start - start < reach) to++;
    first[i] = from;
    last[i] = to;
  }
  return { first, last };
};

/** Sums the odds around each of some cues, weighted by distance; by running sums, as many cues may be within the reach. */
const gather = (
  cues: readonly Cue[],
  odds: Float64Array,
  windows: Windows,
  { from, to, reach }: { from: number; to: number; reach: number },
): Float64Array => {
  const first = windows.first[from] ?? 0;
  const length = (windows.last[to] ?? 0) + 1 - first;
  const sums = new Float64Array(length + 1);
  const moments = new Float64Array(length + 1);
  const origin = entryAt(cues, from).start;
  for (let k = 0; k < length; k++) {
    const value = odds[first + k] ?? 0;
    sums[k + 1] = (sums[k] ?? 0) + value;
    moments[k + 1] = (moments[k] ?? 0) + value * ((entryAt(cues, first + k).start - origin) / reach);
  }
  const between = (values: Float64Array, low: number, high: number): number =>
    (values[high - first] ?? 0) - (values[low - first] ?? 0);
  return Float64Array.from({ length: to + 1 - from }, (_, k) => {
    const i = from + k;
    const at = (entryAt(cues, i).start - origin) / reach;
    const [low, high] = [windows.first[i] ?? 0, (windows.last[i] ?? 0) + 1];
    const before = between(sums, low, i) * (1 - at) + between(moments, low, i);
    const after = between(sums, i + 1, high) * (1 + at) - between(moments, i + 1, high);
    return Math.round(((odds[i] ?? 0) + before + after) * roundingFactor) / roundingFactor;
  });
};

const highest = (values: Float64Array): number => {
  let best = 0;
  for (let i = 1; i < values.length; i++) if ((values[i] ?? 0) > (values[best] ?? 0)) best = i;
  return best;
};

/**
 * Chooses the cues that open chapters greedily: the cue with the highest odds around it, then, without those odds, the
 * next, until none reaches the threshold. Announced subjects come first.
 *
 * @param odds how likely each cue opens a chapter
 * @returns cue indexes, rising, at least `minSeconds` apart; without the first chapter
 */
export const chooseOpenings = (
  cues: readonly Cue[],
  odds: Float64Array,
  { threshold, reach, minSeconds, duration, announced }: ChoiceOptions,
): number[] => {
  const unused = Float64Array.from(odds);
  // Of cues with equal starts only the first can open a chapter, because chapters are identified by their start.
  const mayOpen = (i: number): boolean =>
    (odds[i] ?? 0) > 0 &&
    entryAt(cues, i).start > (cues[i - 1]?.start ?? 0) &&
    entryAt(cues, i).start >= minSeconds &&
    entryAt(cues, i).start <= duration - minSeconds;
  const windows = windowsOf(cues, reach);
  const { first, last } = windows;
  const gathered = gather(cues, unused, windows, { from: 0, to: cues.length - 1, reach }).map((sum, i) =>
    mayOpen(i) ? sum : 0,
  );
  const openings: number[] = [];
  const open = (cue: number): void => {
    openings.push(cue);
    const at = entryAt(cues, cue).start;
    const [from, to] = [first[cue] ?? 0, last[cue] ?? 0];
    for (let i = from; i <= to; i++)
      unused[i] = (unused[i] ?? 0) * Math.min(1, Math.abs(entryAt(cues, i).start - at) / reach);
    const changed = { from: first[from] ?? 0, to: last[to] ?? 0, reach };
    for (const [k, sum] of gather(cues, unused, windows, changed).entries()) {
      const i = changed.from + k;
      if ((gathered[i] ?? 0) > 0) gathered[i] = sum;
      if (Math.abs(entryAt(cues, i).start - at) < minSeconds) gathered[i] = 0;
    }
  };
  for (const cue of announced) open(cue);
  for (let best = highest(gathered); (gathered[best] ?? 0) >= threshold; best = highest(gathered)) open(best);
  return openings.sort((a, b) => a - b);
};
