/** @jest-environment node */
import fc from 'fast-check';
import { chapterSpans, restOfChapter, spanAt } from './chapter-spans.ts';
import { formatDuration } from '../format/format-duration.ts';

const chapterAt = (seconds: number) => ({
  start: `00:${formatDuration(seconds)}`,
  title: '',
  summary: '',
  search: '',
  quote: [],
});
const starts = fc.uniqueArray(fc.integer({ min: 1, max: 3000 }), { maxLength: 20 });

test('chapters fill the time from the first start to the end, without gap or overlap', () => {
  fc.assert(
    fc.property(starts, fc.integer({ min: 0, max: 599 }), (some, tail) => {
      const sorted = [0, ...some].sort((a, b) => a - b);
      const duration = (sorted.at(-1) ?? 0) + tail;
      const spans = chapterSpans(sorted.map(chapterAt), duration);
      expect(spans.map((span) => span.from)).toEqual(sorted);
      expect(spans.map((span) => span.to)).toEqual([...sorted.slice(1), duration]);
    }),
  );
});

test('a time belongs to the last chapter that has started', () => {
  const spans = chapterSpans([0, 60, 120].map(chapterAt), 200);
  expect([-1, 0, 59.9, 60, 119, 120, 900].map((time) => spanAt(spans, time))).toEqual([-1, 0, 0, 1, 1, 2, 2]);
});

test('a chapter that starts after the end has length 0', () => {
  expect(chapterSpans([0, 500].map(chapterAt), 400).map(({ from, to }) => to - from)).toEqual([500, 0]);
});

test('the rest of a chapter ends where the next one begins, of the last with the video', () => {
  const spans = [{ from: 10 }, { from: 300 }];
  expect(restOfChapter(4, spans, 1200)).toEqual({ from: 4, to: 10 });
  expect(restOfChapter(61.8, spans, 1200)).toEqual({ from: 61.8, to: 300 });
  expect(restOfChapter(300, spans, 1200)).toEqual({ from: 300, to: 1200 });
});
