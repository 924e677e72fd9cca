import { FEATURES } from './boundary-features.ts';

/** Limits the log-odds, so that a single cue cannot outweigh the words of a whole segment. */
const LIMIT = 6;

/**
 * Log-odds weights, in the order of {@link FEATURES}; fitted on recordings with chapters
 * made by people, each read three times: as it is, without speakers, and as plain recognised speech without marks.
 * `insideSentence` is set by hand: a chapter must not start inside a sentence.
 */
const BIAS = -2.7583;
const WEIGHTS: Record<(typeof FEATURES)[number], number> = {
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
};
const IN_ORDER = Float64Array.from(FEATURES, (name) => WEIGHTS[name]);

/** The log-odds that each cue opens a chapter, clamped. */
export const boundaryLogits = (rows: Float64Array): Float64Array => {
  const width = FEATURES.length;
  return Float64Array.from({ length: rows.length / width }, (_, i) => {
    let sum = BIAS;
    for (let f = 0; f < width; f++) sum += (IN_ORDER[f] ?? 0) * (rows[i * width + f] ?? 0);
    return Math.max(-LIMIT, Math.min(LIMIT, sum));
  });
};
