import fc from 'fast-check';
import type { SearchedVideo } from '../domain/searched-video.ts';
import { linesOf, makeVideo } from './make-video.ts';

/**
 * Few, so that keywords are found: case, accents in two forms, letters whose folding changes their length, and signs.
 */
const pieces = [
  ...['a', 'A', 'b', 'B', 'ab', 'E', 'e'],
  ...['é', 'É', 'e\u0301', 'E\u0301', 'o\u0308', 'ö', 'Ö'],
  ...['İ', 'i', 'I', 'i\u0307', 'ß', 'ẞ', 'ŉ', 'ǰ', 'J\u030c'],
  ...['ﬁ', 'fi', '\u00ad', '’', "'", '–', '-', 'ł', 'l', 'Ａ'],
  ...['.', '*', '(', '[a-z]', '\\', '$', '^', '+', '?', '|'],
  ...['ж', 'Ж', '漢', '🙂', ' ', ' ', ' '],
];

const word = fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((some) => some.join(''));

/** A line of a transcript: never empty, and trimmed. */
const spoken = word.map((text) => text.trim()).filter((text) => text !== '');

const chapter = fc.record({
  start: fc.integer({ min: 0, max: 100 }),
  title: word,
  summary: word,
  quotes: fc.array(fc.record({ text: word, at: fc.integer({ min: 0, max: 100 }) }), { maxLength: 3 }),
});

const spokenVideo = fc.record({
  title: word,
  description: fc.array(word, { maxLength: 3 }).map((some) => some.join('\n')),
  assetId: word,
  thumbnail: word,
  captionsTrackId: word,
  playbackId: word,
  lines: fc.array(spoken, { maxLength: 5 }).map((texts) => linesOf(...texts)),
  chapters: fc.array(chapter, { maxLength: 3 }),
});

/** Any video of the given id. */
export function anyVideo(id: string): fc.Arbitrary<SearchedVideo> {
  return spokenVideo.map((some) => makeVideo(id, some));
}

/** Keywords that are often found, also of two characters, decomposed, or with regular expression characters. */
export const anyKeyword = fc
  .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 4 })
  .map((some) => some.join(''))
  .filter((keyword) => keyword.length >= 2);
