import { FEATURES } from './boundary-features.ts';

/** Beyond this a single cue would outweigh what the whole segment says. */
const LIMIT = 6;

/** Log-odds weights, in the order of {@link FEATURES}; fitted on recordings with chapters made by people. */
const BIAS = -3.4156;
const WEIGHTS: Record<(typeof FEATURES)[number], number> = {
  dissimilar45: 0.5086,
  dissimilar120: 0.3403,
  dissimilar300: 0.1677,
  valley120: 0.0368,
  speakerChange: 1.3731,
  gap: 0.6039,
  longGap: 0.2224,
  questionHere: 0.4586,
  questionNext: 0.5106,
  questionBefore: -0.613,
  changeAfterLongTurn: 0.7766,
  changeToLongTurn: 0.7635,
  newTerms: 0.5379,
  spentTerms: -0.6128,
  opening: 0.0111,
  closing: -0.7243,
  length: 0.6572,
};
const IN_ORDER = Float64Array.from(FEATURES, (name) => WEIGHTS[name]);

/** How much each cue looks like the opening of a chapter: log-odds, clamped. */
export const boundaryLogits = (rows: Float64Array): Float64Array => {
  const width = FEATURES.length;
  return Float64Array.from({ length: rows.length / width }, (_, i) => {
    let sum = BIAS;
    for (let f = 0; f < width; f++) sum += IN_ORDER[f]! * rows[i * width + f]!;
    return Math.max(-LIMIT, Math.min(LIMIT, sum));
  });
};
