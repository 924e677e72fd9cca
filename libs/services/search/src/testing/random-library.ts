import fc from 'fast-check';
import type { SearchedVideo } from '../domain/searched-video.ts';
import { linesOf, videoSaying } from './video-saying.ts';

/** Few, so that keywords are found: with case, accents written in two ways, letters that change their length, and signs. */
const pieces = [
  ...['a', 'A', 'b', 'B', 'ab', 'E', 'e'],
  ...['é', 'É', 'e\u0301', 'E\u0301', 'o\u0308', 'ö', 'Ö'],
  ...['İ', 'i', 'I', 'i\u0307', 'ß', 'ẞ', 'ŉ', 'ǰ', 'J\u030c'],
  ...['.', '*', '(', '[a-z]', '\\', '$', '^', '+', '?', '|'],
  ...['ж', 'Ж', '漢', '🙂', ' ', ' ', ' '],
];

const word = fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((some) => some.join(''));

/** A line of a transcript, which is never empty and has no spaces around it. */
const spoken = word.map((text) => text.trim()).filter((text) => text !== '');

const chapter = fc.record({
  start: fc.integer({ min: 0, max: 100 }),
  title: word,
  summary: word,
  quotes: fc.array(fc.record({ text: word, at: fc.integer({ min: 0, max: 100 }) }), { maxLength: 3 }),
});

const said = fc.record({
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
  return said.map((some) => videoSaying(id, some));
}

/** Keywords that are often found, and such as a person may type: of two characters, decomposed, like an expression. */
export const anyKeyword = fc
  .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 4 })
  .map((some) => some.join(''))
  .filter((keyword) => keyword.length >= 2);
