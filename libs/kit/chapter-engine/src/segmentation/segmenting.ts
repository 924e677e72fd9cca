import { announcedOpenings } from './announced-subjects.ts';
import { boundaryFeatures } from './boundary-features.ts';
import { boundaryLogits, ownModel, type BoundaryModel } from './boundary-model.ts';
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

/**
 * Segments by lexical cohesion and by the features of the cues, weighted by a model.
 *
 * @param options with the features of the cues (`rows`), when they are known
 */
export const segmentBy = (
  model: BoundaryModel,
  transcript: Transcript,
  options: SegmentOptions & { rows?: Float64Array | undefined } = {},
): number[] => {
  const { cues, duration } = transcript;
  if (cues.length === 0) return [];
  const chapterCount = typicalChapterCount(duration);
  if (chapterCount < 1.5 || transcript.termIds.length < minTerms) return [0];
  const unitSeconds = Math.min(maxUnitSeconds, duration * unitShare);
  const units = cutUnits(transcript, unitSeconds);
  const logits = boundaryLogits(options.rows ?? boundaryFeatures(transcript), model);
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

/** Segments with the model of this package. */
export const segmentByOdds: Segmenter = (transcript, options) => segmentBy(ownModel, transcript, options);
