/** @jest-environment node */
import { clipProblem } from '@vault/contracts';
import fc from 'fast-check';
import { timesOf } from './times-of.ts';

test.each([
  [61.8, 300, 1200, '00:01:01', '00:05:00'],
  [298, 302.4, 1200, '00:04:58', '00:05:03'],
  [930, 1200, 1200, '00:15:30', '00:19:59'],
  [930, 1200.6, 1200.6, '00:15:30', '00:20:00'],
  [1200, 1200, 1200, '00:19:58', '00:19:59'],
  [40, 12, 1200, '00:00:40', '00:00:41'],
])('%d to %d of %d seconds is %s to %s', (from, to, duration, timeIn, timeOut) => {
  expect(timesOf({ from, to }, duration)).toEqual({ timeIn, timeOut });
});

test('every requested span can be cut, in every video of more than a second', () => {
  const seconds = fc.double({ min: 0, max: 20_000, noNaN: true });
  fc.assert(
    fc.property(seconds, seconds, fc.double({ min: 1.1, max: 11_000, noNaN: true }), (from, to, duration) => {
      expect(clipProblem(timesOf({ from, to }, duration), duration)).toBe('');
    }),
  );
});
