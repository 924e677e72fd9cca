/** @jest-environment node */
import { spansHidingChapter, spansHidingQuote } from './hidden-words.ts';

const chapter = { video_id: 'v', kind: 'chapter', start: 300, end: 930 } as const;
const quote = { video_id: 'v', kind: 'quote', start: 500, end: 506 } as const;

test('a chapter is hidden by the span of a chapter, also when its edges have moved', () => {
  const spans = [chapter, quote];
  expect(spansHidingChapter(spans, { from: 280, to: 900 })).toEqual([chapter]);
  expect(spansHidingChapter(spans, { from: 930, to: 1200 })).toEqual([]);
  expect(spansHidingChapter([quote], { from: 300, to: 930 })).toEqual([]);
});

test('a quote is hidden by its own span and by that of its chapter', () => {
  expect(spansHidingQuote([chapter, quote], 500)).toEqual([chapter, quote]);
  expect(spansHidingQuote([quote], 498)).toEqual([quote]);
  expect(spansHidingQuote([chapter, quote], 940)).toEqual([]);
});
