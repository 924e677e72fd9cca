/** @jest-environment node */
import { wordsOfCue } from '@vault/webvtt';
import type { Cue } from '@vault/webvtt';
import { edgeWords, spokenSpan, widen, withTimes } from './words-span.ts';

const cues: Cue[] = [
  { start: 0, end: 4, text: 'Good day all' },
  { start: 4.1, end: 8, text: 'and welcome to this' },
  { start: 10, end: 12, text: 'webinar.' },
];

test.each([
  ['a line with a pause before it', { from: 10, to: 12 }, { from: 9.75, to: 12.25 }],
  ['a line close to the one before it', { from: 4.1, to: 8 }, { from: 4, to: 8.25 }],
  ['the first line', { from: 0, to: 4 }, { from: 0, to: 4.1 }],
  // A space takes a third of a second: `day` is said from 1.667 to 2.667.
  ['a word inside of a line', { from: 5 / 3, to: 8 / 3 }, { from: 1.417, to: 2.917 }],
])('%s is widened, but not into other words', (_, words, widened) => {
  expect(widen(words, cues, 60)).toEqual(widened);
});

test('a span of words is where they are said', () => {
  const wordStarts = [4.1, 4.5, 6, 7.5];
  const timed = withTimes(cues, [
    { ...cues[0]!, text: 'Other words now', wordStarts: [0, 1, 2] },
    { ...cues[1]!, wordStarts },
  ]);
  expect(timed).toEqual(cues.with(1, { ...cues[1]!, wordStarts }));
  const [second = { start: 0, end: 0 }, third = second] = wordsOfCue(cues[1]!).slice(1);
  expect(spokenSpan({ from: second.start, to: third.end }, cues, timed)).toEqual({
    from: 4.5,
    to: expect.closeTo(6.9, 6) as number,
  });
  // Other times, and lines without times of words, stay.
  expect(spokenSpan({ from: 5 / 3, to: 7.2 }, cues, timed)).toEqual({ from: 5 / 3, to: 7.2 });
  expect(widen({ from: 4.5, to: 7.5 }, timed, 60)).toEqual({ from: 4.5, to: 7.5 });
});

test('is not widened past the end of the video', () => {
  expect(widen({ from: 10, to: 12 }, cues, 12.1)).toEqual({ from: 9.75, to: 12.1 });
});

test('shows the first and the last words', () => {
  expect(edgeWords({ from: 0, to: 12 }, cues)).toEqual({
    first: 'Good day all and welcome to …',
    last: '… all and welcome to this webinar.',
  });
  expect(edgeWords({ from: 0, to: 4 }, cues)).toEqual({ first: 'Good day all', last: 'Good day all' });
  expect(edgeWords({ from: 13, to: 14 }, cues)).toEqual({ first: '', last: '' });
});
