import type { Cohesion } from './cohesion.ts';

/** What a segmentation is judged by. */
export interface Terrain {
  readonly cohesion: Cohesion;
  /** Seconds at which each unit starts, plus the end as a last entry. */
  readonly start: Float64Array;
  /** What opening a segment with each unit is worth, in the units of cohesion. */
  readonly opening: Float64Array;
  /** Seconds; shorter segments are not made. */
  readonly shortest: number;
}

/** Sums are compared as whole millionths, so that the last bit of a logarithm never decides between machines. */
const steady = (value: number): number => Math.round(value * 1e6) / 1e6;

/**
 * The best ways to cut the units into 1, 2, … segments.
 *
 * @param most most segments to try
 * @returns at index k−1 the units that open the best k segments, and what they are worth; shorter when k do not fit
 */
export const bestSegmentations = (
  terrain: Terrain,
  most: number,
): { openings: number[]; worth: number }[] => {
  const { cohesion, start, opening, shortest } = terrain;
  const n = start.length - 1;
  const from: Int32Array[] = [];
  const found: { openings: number[]; worth: number }[] = [];
  let before = new Float64Array(n + 1).fill(-Infinity);
  before[0] = 0;
  for (let k = 1; k <= most; k++) {
    const best = new Float64Array(n + 1).fill(-Infinity);
    const back = new Int32Array(n + 1).fill(-1);
    for (let a = 0; a < n; a++) {
      if (before[a] === -Infinity) continue;
      const base = before[a]! + (a > 0 ? opening[a]! : 0);
      const longest = Math.min(cohesion.reach, n - a);
      for (let length = 1; length <= longest; length++) {
        const to = a + length;
        if (start[to]! - start[a]! < shortest && !(k === 1 && to === n)) continue;
        const worth = base + cohesion.of(a, length);
        if (worth > best[to]! + 1e-6) {
          best[to] = steady(worth);
          back[to] = a;
        }
      }
    }
    from.push(back);
    before = best;
    if (best[n] !== -Infinity) found[k - 1] = { openings: traceBack(from, n), worth: best[n]! };
  }
  return found;
};

const traceBack = (from: readonly Int32Array[], n: number): number[] => {
  const openings: number[] = [];
  let to = n;
  for (let k = from.length - 1; k >= 0; k--) {
    to = from[k]![to]!;
    openings.unshift(to);
  }
  return openings;
};
