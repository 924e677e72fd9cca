/** @jest-environment node */
import fc from 'fast-check';
import { areWhole, endAt, endOf, endsProblem, filled, spanOf, wholeSeconds } from './clip-ends.ts';

test.each([
  [61.8, 300, 1200, '00:01:01', '00:05:00'],
  [298, 302.4, 1200, '00:04:58', '00:05:03'],
  [930, 1200, 1200, '00:15:30', '00:19:59'],
  [930, 1200.6, 1200.6, '00:15:30', '00:20:00'],
  [1200, 1200, 1200, '00:19:58', '00:19:59'],
  [40, 12, 1200, '00:00:40', '00:00:41'],
])('%d to %d of %d seconds is %s to %s', (from, to, duration, timeIn, timeOut) => {
  const ends = wholeSeconds({ from, to }, duration);
  expect([ends.from.text, ends.to.text]).toEqual([timeIn, timeOut]);
});

test('every requested span can be cut, in every video of more than a second', () => {
  const seconds = fc.double({ min: 0, max: 20_000, noNaN: true });
  fc.assert(
    fc.property(seconds, seconds, fc.double({ min: 1.1, max: 11_000, noNaN: true }), (from, to, duration) => {
      expect(endsProblem(wholeSeconds({ from, to }, duration), duration)).toBe('');
    }),
  );
});

test('an end is a whole second or lies between two, and a short text is completed', () => {
  expect(endAt(61.2504)).toEqual({ text: '00:01:01', seconds: 61.25 });
  expect(filled({ from: endOf('1:01'), to: endOf('') })).toEqual({ from: endAt(61), to: endOf('') });
  expect(filled({ from: endOf(''), to: endAt(9.5) }).to).toEqual(endAt(9.5));
  expect(areWhole(spanOf({ from: endAt(1), to: endAt(2) }))).toBe(true);
  expect(areWhole(spanOf({ from: endAt(1), to: endAt(2.5) }))).toBe(false);
});

test('whole seconds have the messages of the time codes, others those of the span', () => {
  expect(endsProblem({ from: endAt(3), to: endAt(3) }, 60)).toBe('timeIn must be earlier than timeOut.');
  expect(endsProblem({ from: endAt(3.2), to: endAt(3.25) }, 60)).toMatch(/^A clip must begin at least/);
  expect(endsProblem({ from: endAt(3.2), to: endOf('') }, 60)).toMatch(/^Both timeIn and timeOut/);
  expect(endsProblem({ from: endAt(3.2), to: endAt(3.9) }, 60)).toBe('');
});
