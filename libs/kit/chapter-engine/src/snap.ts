import type { Cue } from './cue.ts';

/** Seconds a boundary may move to reach a better cue. */
const REACH = 30;
/** Chapters closer than this would blur into one on any time line. */
export const SHORTEST_CHAPTER = 10;

/**
 * Moves each boundary to the cue near it that looks most like an opening.
 *
 * @param boundaries cue indexes, rising
 * @param logits how much each cue looks like an opening
 * @param duration seconds of the recording: its end is a boundary too
 * @returns cue indexes, rising, without those that cannot keep the least distance
 */
export const snapBoundaries = (
  cues: readonly Cue[],
  boundaries: readonly number[],
  logits: Float64Array,
  duration: number,
): number[] => {
  const kept: number[] = [];
  let floor = (cues[0]?.start ?? 0) + SHORTEST_CHAPTER;
  for (const boundary of boundaries) {
    const best = bestNear(cues, boundary, logits, floor, duration - SHORTEST_CHAPTER);
    if (best === undefined) continue;
    kept.push(best);
    floor = cues[best]!.start + SHORTEST_CHAPTER;
  }
  return kept;
};

const bestNear = (
  cues: readonly Cue[],
  boundary: number,
  logits: Float64Array,
  floor: number,
  ceiling: number,
): number | undefined => {
  const at = cues[boundary]!.start;
  let best: number | undefined;
  let bestScore = -Infinity;
  const consider = (i: number): void => {
    const { start } = cues[i]!;
    if (start < floor || start > ceiling) return;
    const score = Math.round((logits[i]! - Math.abs(start - at) / REACH) * 1e6);
    if (score > bestScore) [best, bestScore] = [i, score];
  };
  let first = boundary;
  while (first > 1 && at - cues[first - 1]!.start <= REACH) first--;
  for (let i = first; i < cues.length && cues[i]!.start - at <= REACH; i++) if (i > 0) consider(i);
  return best;
};
