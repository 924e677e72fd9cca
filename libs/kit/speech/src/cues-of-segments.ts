import { wordStartsOf, type Cue } from '@vault/webvtt';
import { findLoop } from './find-loop.ts';
import { HeardWords, type TextSegment } from './heard-words.ts';
import { framesPerSecond } from './loudness.ts';
import { splitIntoCues } from './split-into-cues.ts';
import type { PlannedPiece } from './transcriber.ts';

/** A text that comes more often in a row is an error of the recogniser. */
const maxRepeats = 3;
/** The shortest cue, in seconds. */
const minSeconds = 0.1;

/**
 * Readable cues of segments that another recogniser has found in a piece. Recognisers invent words for silence, overlap
 * and repeat: only times with sound count, each once, and what is left over is dropped.
 * @param words the single words of all segments in their order, where the recogniser has timed them
 */
export function cuesOfSegments(
  segments: readonly TextSegment[],
  piece: PlannedPiece,
  words: readonly TextSegment[] = [],
): Cue[] {
  const heardWords = new HeardWords(words);
  const voiced = piece.utterances.flatMap(({ spoken }) =>
    spoken.flatMap(([start, end]) => Array.from({ length: end - start }, (_, at) => start + at)),
  );
  const cues: Cue[] = [];
  let next = 0;
  let repeats = 0;
  let previous = '';
  for (const segment of segments.toSorted((one, other) => one.start - other.start)) {
    const text = withoutLoop(segment.text.replace(/<\/?[a-z][^>]*>/gi, ' ').split(/\s+/));
    repeats = text === previous ? repeats + 1 : 1;
    previous = text;
    if (repeats > maxRepeats || !(segment.end > segment.start)) continue;
    while (next < voiced.length && (voiced[next] ?? 0) < Math.floor(segment.start * framesPerSecond))
      next += 1;
    const from = next;
    while (next < voiced.length && (voiced[next] ?? 0) < Math.ceil(segment.end * framesPerSecond)) next += 1;
    for (const estimated of splitIntoCues(text, voiced.slice(from, next))) {
      const { wordStarts: times = [], ...cue } = heardWords.timed(estimated);
      const own = { ...cue, start: Math.max(cue.start, cues.at(-1)?.end ?? 0) };
      const wordStarts = wordStartsOf({ ...own, wordStarts: times });
      if (own.end - own.start >= minSeconds) cues.push({ ...own, ...(wordStarts && { wordStarts }) });
    }
  }
  return cues;
}

/** The text of some words; of a loop at its end, only a few runs. */
function withoutLoop(words: readonly string[]): string {
  let some = words.filter((word) => word !== '');
  const numbers = some.map((word) => some.indexOf(word));
  for (let end = findLoop(numbers); end !== undefined; end = findLoop(numbers.slice(0, end)))
    some = some.slice(0, end);
  return some.join(' ');
}
