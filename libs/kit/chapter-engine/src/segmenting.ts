import { boundaryFeatures } from './boundary-features.ts';
import { boundaryLogits } from './boundary-model.ts';
import { leastOdds, shortestChapter, shortestSegment, usualChapters, type Density } from './chapter-count.ts';
import { measureCohesion } from './cohesion.ts';
import { chooseOpenings } from './opening-choice.ts';
import { openingOdds } from './opening-odds.ts';
import type { Transcript } from './transcript.ts';
import { cutUnits, type Units } from './units.ts';

/** How finely to cut. */
export interface SegmentOptions {
  /** Seconds of the recording, when it is longer than its last cue. */
  duration?: number;
  /** Fewer, as many, or more chapters than people usually make. */
  density?: Density;
}

/** Finds the cues that open chapters: indexes, rising, the first 0; none only when there are no cues. */
export type Segmenter = (transcript: Transcript, options?: SegmentOptions) => number[];

const UNIT_SECONDS = 12;
/** A unit is at most this share of the recording, so that short ones are not cut too coarsely. */
const UNIT_SHARE = 1 / 24;
/** Seconds: no chapter is sought that is longer. It keeps the cost in proportion to the length of the recording. */
const LONGEST_SEGMENT = 3000;
/** Seconds within which two openings are the same one, and the share of the recording in short ones. */
const REACH = 60;
const REACH_SHARE = 0.12;

/** With fewer words that carry meaning than this there is nothing to tell topics by: music, noise, a few calls. */
const LEAST_TERMS = 30;

const openingLooks = (units: Units, logits: Float64Array): Float64Array =>
  Float64Array.from(units.terms, (_, u) => {
    let best = -Infinity;
    for (let i = units.firstCue[u] ?? 0; i < (units.firstCue[u + 1] ?? 0); i++)
      best = Math.max(best, logits[i] ?? 0);
    return best;
  });

/** Shares each unit's odds out among its cues by their looks. */
const shareAmongCues = (units: Units, odds: Float64Array, logits: Float64Array): Float64Array => {
  const shared = logits.map((logit) => Math.exp(logit));
  for (const [u, odd] of odds.entries()) {
    const cues = shared.subarray(units.firstCue[u] ?? 0, units.firstCue[u + 1] ?? 0);
    const sum = cues.reduce((total, each) => total + each, 0);
    for (let i = 0; i < cues.length; i++) cues[i] = (odd * (cues[i] ?? 0)) / sum;
  }
  return shared;
};

/** Cuts where words change and where the looks of the transcript suggest an opening. */
export const segmentByOdds: Segmenter = (transcript, options = {}) => {
  const { cues, duration } = transcript;
  if (cues.length === 0) return [];
  const wanted = usualChapters(duration);
  if (wanted < 1.5 || transcript.termIds.length < LEAST_TERMS) return [0];
  const unitSeconds = Math.min(UNIT_SECONDS, duration * UNIT_SHARE);
  const units = cutUnits(transcript, unitSeconds);
  const logits = boundaryLogits(boundaryFeatures(transcript));
  const cohesion = measureCohesion(
    units,
    Math.min(units.terms.length, Math.ceil(LONGEST_SEGMENT / unitSeconds)),
  );
  const opening = openingLooks(units, logits);
  const shortest = shortestSegment(duration);
  const probabilities = openingOdds({ cohesion, start: units.start, opening, shortest }, wanted);
  const openings = chooseOpenings(cues, shareAmongCues(units, probabilities, logits), {
    threshold: leastOdds(options.density),
    reach: Math.min(REACH, duration * REACH_SHARE),
    shortest: shortestChapter(duration),
    duration,
  });
  return [0, ...openings];
};
