import { FEATURES } from './boundary-features.ts';

/** Beyond this a single cue would outweigh what the whole segment says. */
const LIMIT = 6;

/**
 * Log-odds weights, in the order of {@link FEATURES}; fitted on recordings with chapters
 * made by people, each read three times: as it is, without speakers, and as plain recognised speech without marks.
 * `insideSentence` is set by hand: a title over half a sentence looks broken.
 */
const BIAS = -2.7603;
const WEIGHTS: Record<(typeof FEATURES)[number], number> = {
  dissimilar45: 0.5677,
  dissimilar120: 0.3892,
  dissimilar300: 0.206,
  valley120: 0.6573,
  speakerChange: 0.4159,
  gap: 0.3022,
  longGap: 0.1538,
  questionHere: 0.2605,
  questionNext: 0.3391,
  questionBefore: -0.2481,
  changeAfterLongTurn: 0.5082,
  changeToLongTurn: 0.3393,
  newTerms: 0.2632,
  spentTerms: -0.552,
  closing: -0.5829,
  length: 0.1246,
  insideSentence: -1.5,
  turnsPage: 0.91,
  changeToQuiet: 0.6541,
  changeToQuietLong: 0.4011,
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
