/** @jest-environment node */
import type { VideoRecord } from '@vault/contracts';
import { chapterTextLimit, formatTimeCode, typedLine } from '@vault/contracts';
import { formatWebVtt } from '@vault/webvtt';
import fc from 'fast-check';
import { readChapterList } from '../model/read-chapter-list.ts';
import { textFile } from './text-file.ts';
import type { FileKind } from './text-file.ts';

const part = fc.oneof(
  fc.constantFrom(
    ...[
      '- ',
      '-5 ',
      '– ',
      '| ',
      ': ',
      '> ',
      '# ',
      '1. ',
      '#3 ',
      '**',
      '__',
      '[',
      ']',
      '(',
      ')',
      '\\',
      '`',
      '~',
    ],
    ...[
      '1:30 ',
      '0:10:00 ',
      '1:75 ',
      '２：００ ',
      'to 5:00 ',
      '- 1:30 ',
      '--> ',
      '&amp;',
      '<b>',
      '</b>',
      '"start": "',
    ],
    ...[
      'WEBVTT',
      'NOTE ',
      '{',
      '---',
      '====',
      ' ',
      'a',
      'Zürich',
      'ﬁ',
      '日本',
      '\u00a0',
      '\u2060',
      '\u200d',
      '🙂',
    ],
  ),
  fc.string({ unit: 'grapheme', maxLength: 5 }),
);
const line = fc
  .array(part, { minLength: 1, maxLength: 6 })
  .map((parts) => typedLine(parts.join('')).slice(0, chapterTextLimit).toWellFormed().trim())
  .filter((text) => text !== '');
const starts = fc
  .uniqueArray(fc.integer({ min: 1, max: 20_000 }), { maxLength: 8 })
  .map((some) => [0, ...some.toSorted((a, b) => a - b)]);
const texts = fc.array(line, { minLength: 9, maxLength: 9 });

function videoOf(at: readonly number[], titles: readonly string[], quotes: readonly string[]): VideoRecord {
  const cues = at.map((start, index) => ({ start, end: start + 1, text: quotes[index] ?? '' }));
  const chapters = at.map((start, index) => ({
    start: formatTimeCode(start),
    title: titles[index] ?? '',
    summary: quotes[index] ?? '',
    search: '',
    quote: [quotes[index] ?? '', { timecode: formatTimeCode(start), quote: quotes[index] ?? '' }],
  }));
  const about = {
    id: 'v',
    title: quotes[0],
    description: '',
    summary: quotes[1],
    created_at: 0,
    duration: 30_000,
  };
  return { ...about, chapters, vtt: formatWebVtt(cues) } as unknown as VideoRecord;
}

const kinds: readonly FileKind[] = ['youtube', 'chapters', 'text', 'notes', 'json'];

describe('property: pasting an export gives the same chapters', () => {
  test.each(kinds)('%s', (kind) => {
    fc.assert(
      fc.property(starts, texts, texts, (at, titles, quotes) => {
        const { text } = textFile(kind, videoOf(at, titles, quotes), new Date(0));
        const { chapters, problems } = readChapterList(text, 30_000);
        expect(problems).toEqual([]);
        expect(chapters.map(({ from, title }) => [from, title])).toEqual(
          at.map((from, index) => [from, titles[index]]),
        );
      }),
      { numRuns: 300 },
    );
  });

  test.each(['vtt', 'srt'] as const)('%s: a chapter for each caption', (kind) => {
    const safe = fc
      .array(fc.constantFrom('Hello ', '<b>', '& ', '1 < 2 ', '日本 ', '--> ', '{\\an8}', 'a'))
      .map((parts) => `x${parts.join('')}`.trim());
    fc.assert(
      fc.property(starts, fc.array(safe, { minLength: 9, maxLength: 9 }), (at, quotes) => {
        const { text } = textFile(kind, videoOf(at, quotes, quotes), new Date(0));
        expect(readChapterList(text, 30_000).chapters.map(({ from, title }) => [from, title])).toEqual(
          at.map((from, index) => [from, quotes[index]]),
        );
      }),
    );
  });
});
