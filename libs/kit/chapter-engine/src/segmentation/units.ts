import { entryAt } from '../language/entry-at.ts';
import type { Transcript } from '../transcript/transcript.ts';

/** Runs of cues of about 12 s: the granularity at which segmentations are compared. */
export interface Units {
  /** Cue index at which each unit opens, plus the number of cues as a last entry. */
  readonly firstCue: Int32Array;
  /** Seconds at which each unit starts, plus the end of the recording. */
  readonly start: Float64Array;
  /** Terms that occur in at least two units, renumbered; `terms[u]` belong to unit `u`, in spoken order. */
  readonly terms: readonly Int32Array[];
  /** The number of terms in at least two units. */
  readonly vocabularySize: number;
}

const openings = (transcript: Transcript, seconds: number): number[] => {
  const first: number[] = [];
  let openedAt = -Infinity;
  for (const [i, cue] of transcript.cues.entries()) {
    if (i > 0 && cue.start - openedAt < seconds) continue;
    first.push(i);
    openedAt = cue.start;
  }
  return first;
};

/** Numbers the terms that occur in several units; the others do not affect cohesion. */
const renumberReturning = (transcript: Transcript, firstCue: Int32Array): Int32Array => {
  const { termIds, termOffsets, vocabulary } = transcript;
  const unitOf = new Int32Array(vocabulary.length).fill(-1);
  const numbers = new Int32Array(vocabulary.length).fill(-1);
  let next = 0;
  for (let u = 0; u + 1 < firstCue.length; u++) {
    for (let k = termOffsets[firstCue[u] ?? 0] ?? 0; k < (termOffsets[firstCue[u + 1] ?? 0] ?? 0); k++) {
      const id = termIds[k] ?? 0;
      if (unitOf[id] === -1) unitOf[id] = u;
      else if (unitOf[id] !== u && numbers[id] === -1) numbers[id] = next++;
    }
  }
  return numbers;
};

/**
 * Cuts the transcript into units.
 *
 * @param seconds minimum length of a unit
 */
export const cutUnits = (transcript: Transcript, seconds: number): Units => {
  const { cues, termIds, termOffsets, duration } = transcript;
  const opened = openings(transcript, seconds);
  const firstCue = Int32Array.from([...opened, cues.length]);
  const numbers = renumberReturning(transcript, firstCue);
  const terms = opened.map((first, u) =>
    Int32Array.from(
      termIds.subarray(termOffsets[first] ?? 0, termOffsets[firstCue[u + 1] ?? 0] ?? 0),
      (id) => numbers[id] ?? 0,
    ).filter((number) => number >= 0),
  );
  return {
    firstCue,
    start: Float64Array.from([...opened.map((i) => entryAt(cues, i).start), duration]),
    terms,
    vocabularySize: numbers.reduce((max, number) => Math.max(max, number + 1), 0),
  };
};
