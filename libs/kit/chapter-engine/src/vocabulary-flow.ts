import { entryAt } from './entry-at.ts';
import type { Transcript } from './transcript.ts';

/** Sums `flags` over the terms of the cues in a sliding window before or after each cue, as a share of those terms. */
const shareInWindow = (
  transcript: Transcript,
  flags: Uint8Array,
  windowOf: (cue: number) => readonly [from: number, to: number],
): Float64Array => {
  const { cues, termOffsets } = transcript;
  const sums = new Uint32Array(flags.length + 1);
  for (let k = 0; k < flags.length; k++) sums[k + 1] = (sums[k] ?? 0) + (flags[k] ?? 0);
  const result = new Float64Array(cues.length);
  for (let i = 0; i < cues.length; i++) {
    const [from, to] = windowOf(i);
    const [low, high] = [termOffsets[from] ?? 0, termOffsets[to] ?? 0];
    result[i] = high > low ? ((sums[high] ?? 0) - (sums[low] ?? 0)) / (high - low) : 0;
  }
  return result;
};

/** The share of terms in the `seconds` from each cue on that were not said before. */
export const newTermShare = (transcript: Transcript, seconds: number): Float64Array => {
  const { cues, termIds, vocabulary } = transcript;
  const seen = new Uint8Array(vocabulary.length);
  const isFirst = Uint8Array.from(termIds, (id) => (seen[id] ? 0 : (seen[id] = 1)));
  let to = 0;
  return shareInWindow(transcript, isFirst, (i) => {
    while (to < cues.length && entryAt(cues, to).start < entryAt(cues, i).start + seconds) to++;
    return [i, to];
  });
};

/** Share of the terms in the `seconds` before each cue that were used for the last time there. */
export const spentTermShare = (transcript: Transcript, seconds: number): Float64Array => {
  const { cues, termIds, vocabulary } = transcript;
  const isLast = new Uint8Array(termIds.length);
  const seen = new Uint8Array(vocabulary.length);
  for (let k = termIds.length - 1; k >= 0; k--) {
    const id = termIds[k] ?? 0;
    if (!seen[id]) isLast[k] = 1;
    seen[id] = 1;
  }
  let from = 0;
  return shareInWindow(transcript, isLast, (i) => {
    while (from < i && entryAt(cues, from).start < entryAt(cues, i).start - seconds) from++;
    return [from, i];
  });
};
