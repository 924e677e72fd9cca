import { boundaryFeatures } from './boundary-features.ts';
import { boundaryLogits } from './boundary-model.ts';
import { expectedChapters, shortestChapter, type Density } from './chapter-count.ts';
import { measureCohesion } from './cohesion.ts';
import { bestSegmentations } from './dynamic-programme.ts';
import { snapBoundaries } from './snap.ts';
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
/** What the looks of an opening count against the likelihood of the words. */
const LOGIT_WEIGHT = 10;

const openingWorth = (units: Units, logits: Float64Array): Float64Array =>
  Float64Array.from(units.terms, (_, u) => {
    let best = -Infinity;
    for (let i = units.firstCue[u]!; i < units.firstCue[u + 1]!; i++) best = Math.max(best, logits[i]!);
    return LOGIT_WEIGHT * best;
  });

/** Cuts where words change and where the looks of the transcript suggest an opening. */
export const segmentByCohesion: Segmenter = (transcript, options = {}) => {
  const { cues, duration } = transcript;
  if (cues.length === 0) return [];
  const wanted = expectedChapters(duration, options.density);
  if (wanted < 2) return [0];
  const unitSeconds = Math.min(UNIT_SECONDS, duration * UNIT_SHARE);
  const units = cutUnits(transcript, unitSeconds);
  const logits = boundaryLogits(boundaryFeatures(transcript));
  const reach = Math.min(units.terms.length, Math.ceil(LONGEST_SEGMENT / unitSeconds));
  const found = bestSegmentations(
    {
      cohesion: measureCohesion(units, reach),
      start: units.start,
      opening: openingWorth(units, logits),
      shortest: shortestChapter(duration),
    },
    wanted,
  );
  const openings = found.filter((each) => each !== undefined).at(-1)?.openings ?? [];
  const boundaries = openings.slice(1).map((unit) => units.firstCue[unit]!);
  return [0, ...snapBoundaries(cues, boundaries, logits, duration)];
};
