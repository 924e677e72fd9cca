/** @jest-environment node */
import type { Chapter } from '@vault/contracts';
import fc from 'fast-check';
import { formatTimeCode } from '../../../lib/format/format-duration.ts';
import { mergeChapterList } from './merge-chapter-list.ts';

const quote = [{ quote: 'Three numbers moved.', timecode: '00:04:58' }];
const present: Chapter[] = [
  { start: '00:00:00', title: 'Welcome', summary: 'Who is here.', search: 'Found', quote: [] },
  { start: '00:05:00', title: 'Numbers', summary: '', search: '', quote, searchQuotes: 'mine' },
  { start: '00:15:30', title: 'Questions', summary: '', search: '', quote: [] },
];

test('a chapter with an existing start keeps its texts under the new title; a new chapter is empty', () => {
  const merged = mergeChapterList(present, [
    { from: 0, title: 'Hello' },
    { from: 60, title: 'Agenda' },
    { from: 300, title: 'Numbers' },
  ]);
  expect(merged).toEqual({
    chapters: [
      { ...present[0], title: 'Hello' },
      { start: '00:01:00', title: 'Agenda', summary: '', search: '', quote: [] },
      present[1],
    ],
    matchCount: 2,
    lost: [],
  });
});

test('a plain title comes back with its time', () => {
  const plain = [{ ...present[0]!, title: 'Part 1 · 00:00' }];
  const titles = (title: string) =>
    mergeChapterList(plain, [{ from: 0, title }]).chapters.map((chapter) => chapter.title);
  expect(titles('Part 1')).toEqual(['Part 1 · 00:00']);
  expect(titles('Part 2')).toEqual(['Part 2']);
});

test.each([
  ['a summary', { summary: 'a' }],
  ['an answer to a search', { search: 'a' }],
  ['quotes', { quote }],
  ['a text for searches', { searchQuotes: 'a' }],
])('a removed chapter with %s is reported as lost', (_name, text) => {
  const chapter = { start: '00:05:00', title: 'T', summary: '', search: '', quote: [], ...text };
  expect(mergeChapterList([chapter], [{ from: 0, title: 'A' }]).lost).toEqual([chapter]);
});

test('of two chapters with the same start, one is kept and the other is reported as lost', () => {
  const sameStart = (title: string): Chapter => ({
    start: '00:00:00',
    title,
    summary: title,
    search: '',
    quote: [],
  });
  const merged = mergeChapterList([sameStart('a'), sameStart('b')], [{ from: 0, title: 'A' }]);
  expect(merged.chapters.map(({ summary }) => summary)).toEqual(['a']);
  expect(merged.lost.map(({ title }) => title)).toEqual(['b']);
});

test('property: every text is either kept or reported as lost', () => {
  const starts = fc.uniqueArray(fc.nat({ max: 40 }), { maxLength: 12 });
  fc.assert(
    fc.property(starts, starts, (before, after) => {
      const old = before.map((from) => ({
        ...present[0]!,
        start: formatTimeCode(from),
        summary: `s${String(from)}`,
      }));
      const { chapters, matchCount, lost } = mergeChapterList(
        old,
        after.map((from) => ({ from, title: 'T' })),
      );
      const summaries = [...chapters, ...lost]
        .map(({ summary }) => summary)
        .filter((summary) => summary !== '');
      expect(summaries.toSorted()).toEqual(old.map(({ summary }) => summary).toSorted());
      expect(chapters.map(({ start }) => start)).toEqual(after.map(formatTimeCode));
      expect(matchCount + lost.length).toBe(old.length);
    }),
  );
});
