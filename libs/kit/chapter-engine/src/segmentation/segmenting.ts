import { announcedOpenings } from './announced-subjects.ts';
import { boundaryFeatures, boundaryFeatureNames } from './boundary-features.ts';
import {
  minOdds,
  minChapterSeconds,
  minSegmentSeconds,
  typicalChapterCount,
  type Density,
} from './chapter-count.ts';
import { measureCohesion } from './cohesion.ts';
import { chooseOpenings } from './opening-choice.ts';
import { boundaryProbabilities } from './boundary-probability.ts';
import type { Transcript } from '../transcript/transcript.ts';
import { cutUnits, type Units } from './units.ts';

/** Limits the log-odds, so that a single cue cannot outweigh the words of a whole segment. */
const maxLogOdds = 6;

/**
 * Log-odds weights, in the order of {@link boundaryFeatureNames}; fitted on recordings with chapters
 * made by people, each read three times: as it is, without speakers, and as plain recognised speech without marks.
 * `insideSentence` is set by hand: a chapter must not start inside a sentence.
 */
const boundaryBias = -2.7583;
const boundaryWeights: Record<(typeof boundaryFeatureNames)[number], number> = {
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
const orderedWeights = Float64Array.from(boundaryFeatureNames, (name) => boundaryWeights[name]);

/** The log-odds that each cue opens a chapter, clamped. */
const boundaryLogits = (rows: Float64Array): Float64Array => {
  const width = boundaryFeatureNames.length;
  return Float64Array.from({ length: rows.length / width }, (_, i) => {
    let sum = boundaryBias;
    for (let f = 0; f < width; f++) sum += (orderedWeights[f] ?? 0) * (rows[i * width + f] ?? 0);
    return Math.max(-maxLogOdds, Math.min(maxLogOdds, sum));
  });
};

export interface SegmentOptions {
  /** Seconds of the recording, when it is longer than its last cue. */
  duration?: number;
  /** Fewer, as many, or more chapters than people usually make. */
  density?: Density;
}

/** Finds the cues that open chapters: indexes, rising, the first 0; none only when there are no cues. */
export type Segmenter = (transcript: Transcript, options?: SegmentOptions) => number[];

const maxUnitSeconds = 12;
/** A unit is at most this share of the recording, so that short recordings have enough units. */
const unitShare = 1 / 24;
/** Maximum seconds of a segment; it keeps the cost proportional to the length of the recording. */
const maxSegmentSeconds = 3000;
/** Seconds within which openings count as one, and the share of the recording for short ones. */
const reachSeconds = 60;
const reachShare = 0.12;

/** Minimum content words for finding topics; music, noise and a few calls have fewer. */
const minTerms = 30;

const unitLogOdds = (units: Units, logits: Float64Array): Float64Array =>
  Float64Array.from(units.terms, (_, u) => {
    let best = -Infinity;
    for (let i = units.firstCue[u] ?? 0; i < (units.firstCue[u + 1] ?? 0); i++)
      best = Math.max(best, logits[i] ?? 0);
    return best;
  });

/** Distributes the odds of each unit to its cues, by their features. */
const shareAmongCues = (units: Units, odds: Float64Array, logits: Float64Array): Float64Array => {
  const shared = logits.map((logit) => Math.exp(logit));
  for (const [u, odd] of odds.entries()) {
    const cues = shared.subarray(units.firstCue[u] ?? 0, units.firstCue[u + 1] ?? 0);
    const sum = cues.reduce((total, each) => total + each, 0);
    for (let i = 0; i < cues.length; i++) cues[i] = (odd * (cues[i] ?? 0)) / sum;
  }
  return shared;
};

/** Segments by lexical cohesion and by the features of the cues. */
export const segmentByOdds: Segmenter = (transcript, options = {}) => {
  const { cues, duration } = transcript;
  if (cues.length === 0) return [];
  const chapterCount = typicalChapterCount(duration);
  if (chapterCount < 1.5 || transcript.termIds.length < minTerms) return [0];
  const unitSeconds = Math.min(maxUnitSeconds, duration * unitShare);
  const units = cutUnits(transcript, unitSeconds);
  const logits = boundaryLogits(boundaryFeatures(transcript));
  const cohesion = measureCohesion(
    units,
    Math.min(units.terms.length, Math.ceil(maxSegmentSeconds / unitSeconds)),
  );
  const opening = unitLogOdds(units, logits);
  const minSeconds = minSegmentSeconds(duration);
  const probabilities = boundaryProbabilities(
    { cohesion, start: units.start, opening, minSeconds },
    chapterCount,
  );
  const openings = chooseOpenings(cues, shareAmongCues(units, probabilities, logits), {
    threshold: minOdds(options.density),
    reach: Math.min(reachSeconds, duration * reachShare),
    minSeconds: minChapterSeconds(duration),
    duration,
    announced: announcedOpenings(transcript, logits, minSeconds),
  });
  return [0, ...openings];
};
