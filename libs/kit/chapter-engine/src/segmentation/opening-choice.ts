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

/** Sums the odds around a cue, weighted by distance. */
const gather = (cues: readonly Cue[], odds: Float64Array, cue: number, reach: number): number => {
  const at = entryAt(cues, cue).start;
  let sum = odds[cue] ?? 0;
  for (let i = cue - 1; i >= 0 && at - entryAt(cues, i).start < reach; i--)
    sum += (odds[i] ?? 0) * (1 - (at - entryAt(cues, i).start) / reach);
  for (let i = cue + 1; i < cues.length && entryAt(cues, i).start - at < reach; i++) {
    sum += (odds[i] ?? 0) * (1 - (entryAt(cues, i).start - at) / reach);
  }
  return Math.round(sum * roundingFactor) / roundingFactor;
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
  const gathered = odds.map((_, i) => (mayOpen(i) ? gather(cues, unused, i, reach) : 0));
  const openings: number[] = [];
  const open = (cue: number): void => {
    openings.push(cue);
    const at = entryAt(cues, cue).start;
    const [from, to] = [firstWithin(cues, cue, reach), lastWithin(cues, cue, reach)];
    for (let i = from; i <= to; i++)
      unused[i] = (unused[i] ?? 0) * Math.min(1, Math.abs(entryAt(cues, i).start - at) / reach);
    for (let i = firstWithin(cues, from, reach); i <= lastWithin(cues, to, reach); i++) {
      if ((gathered[i] ?? 0) > 0) gathered[i] = gather(cues, unused, i, reach);
      if (Math.abs(entryAt(cues, i).start - at) < minSeconds) gathered[i] = 0;
    }
  };
  for (const cue of announced) open(cue);
  for (let best = highest(gathered); (gathered[best] ?? 0) >= threshold; best = highest(gathered)) open(best);
  return openings.sort((a, b) => a - b);
};

const firstWithin = (cues: readonly Cue[], cue: number, reach: number): number => {
  let i = cue;
  while (i > 0 && entryAt(cues, cue).start - entryAt(cues, i - 1).start < reach) i--;
  return i;
};

const lastWithin = (cues: readonly Cue[], cue: number, reach: number): number => {
  let i = cue;
  while (i + 1 < cues.length && entryAt(cues, i + 1).start - entryAt(cues, cue).start < reach) i++;
  return i;
};
