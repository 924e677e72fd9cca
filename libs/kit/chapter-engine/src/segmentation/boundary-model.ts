import { boundaryFeatureNames } from './boundary-features.ts';
import { boundaryWeights } from './boundary-weights.ts';

/** Limits the log-odds, so that a single cue cannot outweigh the words of a whole segment. */
const maxLogOdds = 6;

export type BoundaryFeature = (typeof boundaryFeatureNames)[number];

/** A logistic model of the cues that open chapters. */
export interface BoundaryModel {
  readonly bias: number;
  /** Log-odds that each feature adds. */
  readonly weights: Readonly<Record<BoundaryFeature, number>>;
}

/** Weights that are set by hand: a chapter must not start inside a sentence. */
export const fixedWeights: Partial<Record<BoundaryFeature, number>> = { insideSentence: -1.5 };

/** The model of this package. */
export const ownModel: BoundaryModel = boundaryWeights;

/** The log-odds that each cue opens a chapter, clamped. @param rows from `boundaryFeatures` */
export const boundaryLogits = (rows: Float64Array, { bias, weights }: BoundaryModel): Float64Array => {
  const ordered = Float64Array.from(boundaryFeatureNames, (name) => weights[name]);
  return Float64Array.from({ length: rows.length / ordered.length }, (_, i) => {
    let sum = bias;
    for (const [f, weight] of ordered.entries()) sum += weight * (rows[i * ordered.length + f] ?? 0);
    return Math.max(-maxLogOdds, Math.min(maxLogOdds, sum));
  });
};
