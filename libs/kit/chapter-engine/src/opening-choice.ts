import { entryAt } from './entry-at.ts';
import type { Cue } from './cue.ts';

/** Odds are compared as whole millionths, so that the last bit of an exponential never decides between machines. */
const STEADY = 1e6;

/** How to choose. */
export interface ChoiceOptions {
  /** Least odds, summed over the neighbourhood, that a chapter opens near a cue. */
  readonly threshold: number;
  /** Seconds; openings this close to each other are the same one, seen with less and less weight. */
  readonly reach: number;
  /** Seconds; no two openings are closer, nor is one to the start or end. */
  readonly shortest: number;
  /** Seconds of the recording: its end is no opening. */
  readonly duration: number;
}

/** Sums the odds around a cue, nearer ones counting more. */
const gather = (cues: readonly Cue[], odds: Float64Array, cue: number, reach: number): number => {
  const at = entryAt(cues, cue).start;
  let sum = odds[cue] ?? 0;
  for (let i = cue - 1; i >= 0 && at - entryAt(cues, i).start < reach; i--)
    sum += (odds[i] ?? 0) * (1 - (at - entryAt(cues, i).start) / reach);
  for (let i = cue + 1; i < cues.length && entryAt(cues, i).start - at < reach; i++) {
    sum += (odds[i] ?? 0) * (1 - (entryAt(cues, i).start - at) / reach);
  }
  return Math.round(sum * STEADY) / STEADY;
};

const highest = (values: Float64Array): number => {
  let best = 0;
  for (let i = 1; i < values.length; i++) if ((values[i] ?? 0) > (values[best] ?? 0)) best = i;
  return best;
};

/**
 * Chooses the cues that open chapters: the cue with the highest odds around it, then, with those odds used up, the
 * next, until none is likely enough. How many there are follows from the recording.
 *
 * @param odds how likely each cue opens a chapter
 * @returns cue indexes, rising, at least `shortest` apart; without the first chapter's
 */
export const chooseOpenings = (
  cues: readonly Cue[],
  odds: Float64Array,
  { threshold, reach, shortest, duration }: ChoiceOptions,
): number[] => {
  const left = Float64Array.from(odds);
  // Of cues with one start only the first can open a chapter: times alone must tell which cues are whose.
  const mayOpen = (i: number): boolean =>
    (odds[i] ?? 0) > 0 &&
    entryAt(cues, i).start > (cues[i - 1]?.start ?? 0) &&
    entryAt(cues, i).start >= shortest &&
    entryAt(cues, i).start <= duration - shortest;
  const gathered = odds.map((_, i) => (mayOpen(i) ? gather(cues, left, i, reach) : 0));
  const chosen: number[] = [];
  for (let best = highest(gathered); (gathered[best] ?? 0) >= threshold; best = highest(gathered)) {
    chosen.push(best);
    const at = entryAt(cues, best).start;
    const [from, to] = [firstWithin(cues, best, reach), lastWithin(cues, best, reach)];
    for (let i = from; i <= to; i++)
      left[i] = (left[i] ?? 0) * Math.min(1, Math.abs(entryAt(cues, i).start - at) / reach);
    for (let i = firstWithin(cues, from, reach); i <= lastWithin(cues, to, reach); i++) {
      if ((gathered[i] ?? 0) > 0) gathered[i] = gather(cues, left, i, reach);
      if (Math.abs(entryAt(cues, i).start - at) < shortest) gathered[i] = 0;
    }
  }
  return chosen.sort((a, b) => a - b);
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
