/** @jest-environment node */
import { edgeWords, widen } from './words-span.ts';

const cues = [
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
