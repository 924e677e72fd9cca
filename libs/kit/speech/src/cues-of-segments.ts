import { wordStartsOf, type Cue } from '@vault/webvtt';
import { findLoop } from './words/find-loop.ts';
import { HeardWords, type TextSegment } from './words/heard-words.ts';
import { framesPerSecond } from './sound/loudness.ts';
import { splitIntoCues } from './words/split-into-cues.ts';
import type { PlannedPiece } from './transcriber.ts';
import { withoutInnerSpaces } from './words/unspaced-scripts.ts';

/** A text that comes more often in a row is an error of the recogniser. */
const maxRepeats = 3;
/** The shortest cue, in seconds. */
const minSeconds = 0.1;
/** Twice as much as the fastest speakers say; the first number is for segments whose times are only about right. */
const maxCharacters = { least: 400, perSecond: 40 };
/** A tag, without a bracket inside: a text of brackets alone would be read from each of them to its end. */
const tag = /<\/?[a-z][^<>]*>/gi;

/**
 * Readable cues of segments that another recogniser has found in a piece. Recognisers invent words for silence, overlap
 * and repeat: only times with sound count, each once, and what is left over is dropped, as is what nobody can say in the
 * time of its segment, or of the piece.
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
  let remaining = charactersIn(piece);
  let next = 0;
  let repeats = 0;
  let previous = '';
  for (const segment of segments.toSorted((one, other) => one.start - other.start)) {
    const text = withoutInnerSpaces(withoutLoop(wordsOf(segment, piece)));
    repeats = text === previous ? repeats + 1 : 1;
    previous = text;
    if (repeats > maxRepeats || !(segment.end > segment.start)) continue;
    while (next < voiced.length && (voiced[next] ?? 0) < Math.floor(segment.start * framesPerSecond))
      next += 1;
    const from = next;
    while (next < voiced.length && (voiced[next] ?? 0) < Math.ceil(segment.end * framesPerSecond)) next += 1;
    if (next === from || text.length > remaining) continue;
    remaining -= text.length;
    for (const estimated of splitIntoCues(text, voiced.slice(from, next))) {
      const { wordStarts: times = [], ...cue } = heardWords.timed(estimated);
      const own = { ...cue, start: Math.max(cue.start, cues.at(-1)?.end ?? 0) };
      const wordStarts = wordStartsOf({ ...own, wordStarts: times });
      if (own.end - own.start >= minSeconds) cues.push({ ...own, ...(wordStarts && { wordStarts }) });
    }
  }
  return cues;
}

/** How many characters are said in a time at most. */
function charactersIn({ start, end }: { start: number; end: number }): number {
  return maxCharacters.least + maxCharacters.perSecond * Math.max(0, end - start);
}

/** The words of a segment without markup. A text that is too long is cut before a word. */
function wordsOf({ start, end, text }: TextSegment, piece: PlannedPiece): string[] {
  const most = charactersIn({ start: Math.max(start, piece.start), end: Math.min(end, piece.end) });
  const words = text.slice(0, most).replace(tag, ' ').split(/\s+/);
  return text.length > most && words.length > 1 ? words.slice(0, -1) : words;
}

/** The text of some words; of a loop at its end, only a few runs. */
function withoutLoop(words: readonly string[]): string {
  const some = words.filter((word) => word !== '');
  const firstPlaces = new Map<string, number>();
  const numbers = some.map((word, at) => {
    if (!firstPlaces.has(word)) firstPlaces.set(word, at);
    return firstPlaces.get(word) ?? at;
  });
  let end = some.length;
  for (let kept = findLoop(numbers); kept !== undefined; kept = findLoop(numbers, end)) end = kept;
  return some.slice(0, end).join(' ');
}
