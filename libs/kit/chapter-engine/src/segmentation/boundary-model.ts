import { boundaryFeatureNames } from './boundary-features.ts';

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

/**
 * Fitted on recordings with chapters made by people, each read three times: as it is, without speakers, and as plain
 * recognised speech without marks.
 */
export const ownModel: BoundaryModel = {
  bias: -2.7583,
  weights: {
    dissimilar45: 0.557,
    dissimilar120: 0.3853,
    dissimilar300: 0.2126,
    valley120: 0.6513,
    speakerChange: 0.417,
    gap: 0.3022,
    longGap: 0.1533,
    questionHere: 0.2609,
    questionNext: 0.3391,
    questionBefore: -0.2481,
    changeAfterLongTurn: 0.5067,
    changeToLongTurn: 0.3389,
    newTerms: 0.2712,
    spentTerms: -0.5514,
    closing: -0.5844,
    length: 0.1241,
    insideSentence: -1.5,
    transition: 0.9111,
    changeToQuiet: 0.6559,
    changeToQuietLong: 0.4015,
  },
};

/** The log-odds that each cue opens a chapter, clamped. @param rows from `boundaryFeatures` */
export const boundaryLogits = (rows: Float64Array, { bias, weights }: BoundaryModel): Float64Array => {
  const ordered = Float64Array.from(boundaryFeatureNames, (name) => weights[name]);
  return Float64Array.from({ length: rows.length / ordered.length }, (_, i) => {
    let sum = bias;
    for (const [f, weight] of ordered.entries()) sum += weight * (rows[i * ordered.length + f] ?? 0);
    return Math.max(-maxLogOdds, Math.min(maxLogOdds, sum));
  });
};
