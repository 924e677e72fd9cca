import type { Cohesion } from './cohesion.ts';

/** The input of the segmentation. */
export interface SegmentationInput {
  readonly cohesion: Cohesion;
  /** Seconds at which each unit starts, plus the end as a last entry. */
  readonly start: Float64Array;
  /** Log-odds that a segment opens with each unit, from the features of its cues. */
  readonly opening: Float64Array;
  /** Seconds; the minimum length of a segment. */
  readonly minSeconds: number;
}

/**
 * The log-likelihood is divided by this, because it ignores the repetitions of speech and is too extreme. Fitted on
 * recordings with chapters made by people.
 */
const temperature = 9;
/** Bisection steps for the penalty that leads to the wanted number of segments; accurate to a few hundredths. */
const calibrationSteps = 10;
const lowestPenalty = -16;
const highestPenalty = 32;
/** Paths that are less likely than another by this log difference are ignored. */
const negligibleLogOdds = -25;

/** Log-weight of every segment (`from * reach + length - 1`); −∞ for those too short. */
const weighSegments = ({ cohesion, start, opening, minSeconds }: SegmentationInput): Float64Array => {
  const n = start.length - 1;
  const { reach } = cohesion;
  const weights = new Float64Array(n * reach).fill(-Infinity);
  for (let from = 0; from < n; from++) {
    for (let length = 1; length <= reach && from + length <= n; length++) {
      if ((start[from + length] ?? 0) - (start[from] ?? 0) < minSeconds && length < n) continue;
      const logOdds = from > 0 ? (opening[from] ?? 0) : 0;
      weights[from * reach + length - 1] = cohesion.of(from, length) / temperature + logOdds;
    }
  }
  return weights;
};

/** Sums over all segmentations, with a penalty per segment; as logarithms, so that nothing overflows. */
interface PathSums {
  readonly logs: Float64Array;
  /** Expected number of segments up to each unit. */
  readonly segments: Float64Array;
}

/** Over all segmentations of what comes before each unit. */
const sumForward = (weights: Float64Array, n: number, reach: number, penalty: number): PathSums => {
  const logs = new Float64Array(n + 1).fill(-Infinity);
  const segments = new Float64Array(n + 1);
  const values = new Float64Array(reach);
  logs[0] = 0;
  for (let to = 1; to <= n; to++) {
    const maxLength = Math.min(to, reach);
    let max = -Infinity;
    for (let length = 1, at = (to - 1) * reach; length <= maxLength; length++, at += 1 - reach) {
      const value = (logs[to - length] ?? 0) + (weights[at] ?? 0);
      values[length - 1] = value;
      if (value > max) max = value;
    }
    if (max === -Infinity) continue;
    let sum = 0;
    let count = 0;
    for (let length = 1; length <= maxLength; length++) {
      const difference = (values[length - 1] ?? 0) - max;
      if (difference < negligibleLogOdds) continue;
      const share = Math.exp(difference);
      sum += share;
      count += share * ((segments[to - length] ?? 0) + 1);
    }
    logs[to] = max + Math.log(sum) - penalty;
    segments[to] = count / sum;
  }
  return { logs, segments };
};

/** Over all segmentations of what comes after each unit. */
const sumBackward = (weights: Float64Array, n: number, reach: number, penalty: number): Float64Array => {
  const logs = new Float64Array(n + 1).fill(-Infinity);
  logs[n] = 0;
  for (let from = n - 1; from >= 0; from--) {
    const maxLength = Math.min(n - from, reach);
    let max = -Infinity;
    for (let length = 1; length <= maxLength; length++) {
      max = Math.max(max, (logs[from + length] ?? 0) + (weights[from * reach + length - 1] ?? 0));
    }
    if (max === -Infinity) continue;
    let sum = 0;
    for (let length = 1; length <= maxLength; length++) {
      const difference = (logs[from + length] ?? 0) + (weights[from * reach + length - 1] ?? 0) - max;
      if (difference >= negligibleLogOdds) sum += Math.exp(difference);
    }
    logs[from] = max + Math.log(sum) - penalty;
  }
  return logs;
};

/**
 * The probability that each unit opens a segment, over all segmentations (forward-backward algorithm), when about
 * `wanted` segments are expected. It is high where many good segmentations agree.
 *
 * @returns the probability of each unit; 0 for the first, which opens in any case
 */
export const boundaryProbabilities = (input: SegmentationInput, segmentCount: number): Float64Array => {
  const n = input.start.length - 1;
  const { reach } = input.cohesion;
  const weights = weighSegments(input);
  let [low, high] = [lowestPenalty, highestPenalty];
  let penalty = 0;
  let forward = sumForward(weights, n, reach, penalty);
  for (let step = 0; step < calibrationSteps; step++) {
    if ((forward.segments[n] ?? 0) > segmentCount) low = penalty;
    else high = penalty;
    penalty = (low + high) / 2;
    forward = sumForward(weights, n, reach, penalty);
  }
  const backward = sumBackward(weights, n, reach, penalty);
  const whole = forward.logs[n] ?? 0;
  return forward.logs.subarray(0, n).map((before, i) => {
    const path = before + (backward[i] ?? 0) - whole;
    return i > 0 && path > -Infinity ? Math.exp(path) : 0;
  });
};
