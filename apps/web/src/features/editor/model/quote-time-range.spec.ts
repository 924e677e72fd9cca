/** @jest-environment node */
import { quoteMoment, quoteTimeRange } from './quote-time-range.ts';

const cues = [
  { start: 0, end: 4, text: 'Three numbers moved.' },
  { start: 300, end: 304, text: 'Well: three' },
  { start: 304, end: 308.5, text: 'numbers moved, and one did not.' },
  { start: 308.5, end: 312, text: 'Any questions?' },
];

test('a clip of a quote begins and ends with its words', () => {
  const { from, to } = quoteTimeRange('“Three numbers moved”', 298, cues);
  expect(from).toBeGreaterThan(301);
  expect(from).toBeLessThan(303);
  expect(to).toBeGreaterThan(304);
  expect(to).toBeLessThan(307);
});

test('known times of words are used', () => {
  const timed = [
    { start: 10, end: 20, text: 'About time. The last part', wordStarts: [10, 10.5, 17, 18, 19] },
  ];
  expect(quoteTimeRange('The last part', 15, timed)).toEqual({ from: 17, to: 20 });
});

test('a line without spaces is used whole', () => {
  const line = { start: 10, end: 20, text: '今日は三つの数字' };
  expect(quoteTimeRange('今日は三つの数字', 8, [line])).toEqual({ from: 10, to: 20 });
});

test('of several matches the nearest is used', () => {
  expect(quoteTimeRange('three numbers moved', 0, cues)).toEqual({ from: 0, to: 4 });
});

test('words that begin before the time of the quote are found', () => {
  expect(quoteTimeRange('Any questions?', 310, cues)).toMatchObject({ from: 308.5, to: 312 });
});

test('the length of words that are not in the transcript is estimated', () => {
  expect(quoteTimeRange('One two three four five.', 10, cues)).toEqual({ from: 10, to: 14 });
  expect(quoteTimeRange('', 10, [])).toEqual({ from: 10, to: 12 });
});

describe('the part that other people can play', () => {
  test('ends with the words of the quote, but not after its chapter', () => {
    expect(quoteMoment('Three numbers moved', 298, cues, 930)).toEqual({ from: 298, to: 308.5 });
    expect(quoteMoment('Three numbers moved', 298, cues, 306)).toEqual({ from: 298, to: 306 });
  });

  test('is at least five seconds long', () => {
    expect(quoteMoment('Any questions?', 308.5, cues, 930)).toEqual({ from: 308.5, to: 313.5 });
  });

  test('of other words ends with as many as the quote has', () => {
    expect(quoteMoment('One two three four five.', 298, cues, 930)).toEqual({ from: 298, to: 308.5 });
    expect(quoteMoment('One two three four five.', 600, cues, 930)).toEqual({ from: 600, to: 930 });
  });

  test('does not contain the same words at another time', () => {
    expect(quoteMoment('Any questions?', 100, cues, 200)).toEqual({ from: 100, to: 200 });
  });
});
