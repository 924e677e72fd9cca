import { boundaryFeatureNames } from '../src/segmentation/boundary-features.ts';
import type { BoundaryFeature, BoundaryModel } from '../src/segmentation/boundary-model.ts';

/** The cues of a recording, and which of them open the chapters of people. */
export interface TrainingSet {
  /** From `boundaryFeatures`. */
  readonly rows: Float64Array;
  readonly openings: ReadonlySet<number>;
}

/** Ridge penalty of the weights, each for a feature of deviation 1. */
const penalty = 150;
/** Openings are rare: they count more often, and of the other cues only one in three is read. */
const openingWeight = 3;
const othersRead = 3;
/** From the weights of a model with one feature more, few steps are enough. */
const newtonSteps = 8;
const laterSteps = 3;

/** Solves `matrix · x = vector` by elimination; the matrix is positive definite, its rows one after the other. */
const solve = (matrix: Float64Array, vector: Float64Array): Float64Array => {
  const size = vector.length;
  const at = (i: number, j: number): number => matrix[i * size + j] ?? 0;
  const known = (i: number): number => vector[i] ?? 0;
  for (let k = 0; k < size; k++) {
    for (let i = k + 1; i < size; i++) {
      const factor = at(i, k) / at(k, k);
      for (let j = k; j < size; j++) matrix[i * size + j] = at(i, j) - factor * at(k, j);
      vector[i] = known(i) - factor * known(k);
    }
  }
  for (let k = size - 1; k >= 0; k--) {
    for (let j = k + 1; j < size; j++) vector[k] = known(k) - at(k, j) * known(j);
    vector[k] = known(k) / at(k, k);
  }
  return vector;
};

const isRead = ({ openings }: TrainingSet, cue: number): boolean =>
  openings.has(cue) || cue % othersRead === 0;

/** The deviation of each feature. */
const deviationsOf = (sets: readonly TrainingSet[], width: number): Float64Array => {
  const sums = new Float64Array(width);
  const squares = new Float64Array(width);
  let count = 0;
  for (const set of sets) {
    for (let cue = 1; cue < set.rows.length / width; cue++) {
      if (!isRead(set, cue)) continue;
      count++;
      for (let f = 0; f < width; f++) {
        const value = set.rows[cue * width + f] ?? 0;
        sums[f] = (sums[f] ?? 0) + value;
        squares[f] = (squares[f] ?? 0) + value * value;
      }
    }
  }
  return squares.map((square, f) => Math.sqrt(Math.max(0, square / count - ((sums[f] ?? 0) / count) ** 2)));
};

/** The slope and the curvature of the likelihood at these weights, of which the last is the bias. */
const sumErrors = (
  sets: readonly TrainingSet[],
  weights: Float64Array,
): { gradient: Float64Array; curvature: Float64Array } => {
  const size = weights.length;
  const gradient = new Float64Array(size);
  const curvature = new Float64Array(size * size);
  const values = new Float64Array(size).fill(1);
  for (const set of sets) {
    for (let cue = 1; cue < set.rows.length / (size - 1); cue++) {
      if (!isRead(set, cue)) continue;
      const isOpening = set.openings.has(cue);
      values.set(set.rows.subarray(cue * (size - 1), (cue + 1) * (size - 1)));
      let logOdds = 0;
      for (let f = 0; f < size; f++) logOdds += (values[f] ?? 0) * (weights[f] ?? 0);
      const probability = 1 / (1 + Math.exp(-logOdds));
      const times = isOpening ? openingWeight : 1;
      const error = times * ((isOpening ? 1 : 0) - probability);
      const curve = times * probability * (1 - probability);
      for (let f = 0; f < size; f++) {
        const value = values[f] ?? 0;
        if (value === 0) continue;
        gradient[f] = (gradient[f] ?? 0) + error * value;
        const scaled = curve * value;
        for (let g = f; g < size; g++)
          curvature[f * size + g] = (curvature[f * size + g] ?? 0) + scaled * (values[g] ?? 0);
      }
    }
  }
  for (let f = 0; f < size; f++)
    for (let g = 0; g < f; g++) curvature[f * size + g] = curvature[g * size + f] ?? 0;
  return { gradient, curvature };
};

/**
 * Fits the model of boundaries: logistic regression by Newton's method, the same on every run.
 *
 * @param fixed features whose weights are given
 * @param from a model of the same sets with fewer given weights, to start with
 */
export const fitModel = (
  sets: readonly TrainingSet[],
  fixed: Partial<Record<BoundaryFeature, number>> = {},
  from?: BoundaryModel,
): BoundaryModel => {
  const width = boundaryFeatureNames.length;
  const isFree = [...boundaryFeatureNames.map((name) => fixed[name] === undefined), true];
  const weights = Float64Array.from([
    ...boundaryFeatureNames.map((name) => fixed[name] ?? from?.weights[name] ?? 0),
    from?.bias ?? 0,
  ]);
  const penalties = deviationsOf(sets, width).map((deviation) => penalty * deviation ** 2);
  for (let step = 0; step < (from ? laterSteps : newtonSteps); step++) {
    const { gradient, curvature } = sumErrors(sets, weights);
    for (const [f, weight] of weights.entries()) {
      // A feature with a given weight does not move, nor the others because of it.
      for (let g = 0; g <= width; g++)
        if (!isFree[f] || !isFree[g]) curvature[f * (width + 1) + g] = f === g ? 1 : 0;
      if (f === width || !isFree[f]) continue;
      // A feature that is the same for all cues has no deviation, and keeps no weight.
      const ridge = penalties[f] || penalty;
      curvature[f * (width + 2)] = (curvature[f * (width + 2)] ?? 0) + ridge;
      gradient[f] = (gradient[f] ?? 0) - ridge * weight;
    }
    const changes = solve(
      curvature,
      gradient.map((value, f) => (isFree[f] ? value : 0)),
    );
    for (const [f, change] of changes.entries()) weights[f] = (weights[f] ?? 0) + change;
  }
  const rounded = weights.map((weight) => Math.round(weight * 1e4) / 1e4);
  return {
    bias: rounded[width] ?? 0,
    weights: Object.fromEntries(boundaryFeatureNames.map((name, f) => [name, rounded[f] ?? 0])) as Record<
      BoundaryFeature,
      number
    >,
  };
};
