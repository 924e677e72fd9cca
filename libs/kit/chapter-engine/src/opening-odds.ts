import type { Cohesion } from './cohesion.ts';

/** What segmentations are judged by. */
export interface Terrain {
  readonly cohesion: Cohesion;
  /** Seconds at which each unit starts, plus the end as a last entry. */
  readonly start: Float64Array;
  /** Log-odds that a segment opens with each unit, from the looks of its cues. */
  readonly opening: Float64Array;
  /** Seconds; shorter segments are not made. */
  readonly shortest: number;
}

/**
 * The likelihood of words knows nothing of how speech repeats itself, so it is far too sure of itself; divided by this
 * it weighs about as much as it knows. Found on recordings with chapters made by people.
 */
const TEMPERATURE = 9;
/** Steps to the penalty under which the expected number is the wanted one; it is then right to a few hundredths. */
const CALIBRATION_STEPS = 10;
const LOWEST_PENALTY = -16;
const HIGHEST_PENALTY = 32;
/** A path this much less likely than another adds nothing that could be seen. */
const NEGLIGIBLE = -25;

/** Log-weight of every segment (`from * reach + length - 1`); −∞ for those too short. */
const weighSegments = ({ cohesion, start, opening, shortest }: Terrain): Float64Array => {
  const n = start.length - 1;
  const { reach } = cohesion;
  const weights = new Float64Array(n * reach).fill(-Infinity);
  for (let from = 0; from < n; from++) {
    for (let length = 1; length <= reach && from + length <= n; length++) {
      if ((start[from + length] ?? 0) - (start[from] ?? 0) < shortest && length < n) continue;
      const look = from > 0 ? (opening[from] ?? 0) : 0;
      weights[from * reach + length - 1] = cohesion.of(from, length) / TEMPERATURE + look;
    }
  }
  return weights;
};

/** Sums over all segmentations, each segment costing a penalty. Logs, so that nothing overflows. */
interface PathSums {
  readonly logs: Float64Array;
  /** Expected number of segments up to each unit. */
  readonly segments: Float64Array;
}

/** Over all ways to cut what lies before each unit. */
const sumAhead = (weights: Float64Array, n: number, reach: number, penalty: number): PathSums => {
  const logs = new Float64Array(n + 1).fill(-Infinity);
  const segments = new Float64Array(n + 1);
  const values = new Float64Array(reach);
  logs[0] = 0;
  for (let to = 1; to <= n; to++) {
    const longest = Math.min(to, reach);
    let most = -Infinity;
    for (let length = 1, at = (to - 1) * reach; length <= longest; length++, at += 1 - reach) {
      const value = (logs[to - length] ?? 0) + (weights[at] ?? 0);
      values[length - 1] = value;
      if (value > most) most = value;
    }
    if (most === -Infinity) continue;
    let sum = 0;
    let count = 0;
    for (let length = 1; length <= longest; length++) {
      const difference = (values[length - 1] ?? 0) - most;
      if (difference < NEGLIGIBLE) continue;
      const share = Math.exp(difference);
      sum += share;
      count += share * ((segments[to - length] ?? 0) + 1);
    }
    logs[to] = most + Math.log(sum) - penalty;
    segments[to] = count / sum;
  }
  return { logs, segments };
};

/** Over all ways to cut what lies behind each unit. */
const sumBehind = (weights: Float64Array, n: number, reach: number, penalty: number): Float64Array => {
  const logs = new Float64Array(n + 1).fill(-Infinity);
  logs[n] = 0;
  for (let from = n - 1; from >= 0; from--) {
    const longest = Math.min(n - from, reach);
    let most = -Infinity;
    for (let length = 1; length <= longest; length++) {
      most = Math.max(most, (logs[from + length] ?? 0) + (weights[from * reach + length - 1] ?? 0));
    }
    if (most === -Infinity) continue;
    let sum = 0;
    for (let length = 1; length <= longest; length++) {
      const difference = (logs[from + length] ?? 0) + (weights[from * reach + length - 1] ?? 0) - most;
      if (difference >= NEGLIGIBLE) sum += Math.exp(difference);
    }
    logs[from] = most + Math.log(sum) - penalty;
  }
  return logs;
};

/**
 * Weighs all ways to cut the units at once and tells how likely each unit opens a segment, when about `wanted`
 * segments are expected. No single best cut is chosen: where many good cuts agree, the odds are high.
 *
 * @returns the probability of each unit; 0 for the first, which opens in any case
 */
export const openingOdds = (terrain: Terrain, wanted: number): Float64Array => {
  const n = terrain.start.length - 1;
  const { reach } = terrain.cohesion;
  const weights = weighSegments(terrain);
  let [low, high] = [LOWEST_PENALTY, HIGHEST_PENALTY];
  let penalty = 0;
  let ahead = sumAhead(weights, n, reach, penalty);
  for (let step = 0; step < CALIBRATION_STEPS; step++) {
    if ((ahead.segments[n] ?? 0) > wanted) low = penalty;
    else high = penalty;
    penalty = (low + high) / 2;
    ahead = sumAhead(weights, n, reach, penalty);
  }
  const behind = sumBehind(weights, n, reach, penalty);
  const whole = ahead.logs[n] ?? 0;
  return ahead.logs.subarray(0, n).map((before, i) => {
    const path = before + (behind[i] ?? 0) - whole;
    return i > 0 && path > -Infinity ? Math.exp(path) : 0;
  });
};
