/** @jest-environment node */
import fc from 'fast-check';
import { formatDuration, formatTimeCode, parseTimeCode, secondsOf, shortTime } from './format-duration.ts';
import { formatDay, formatMoment, relativeAge, timeLeft } from './format-time.ts';

test.each([
  [0, '00:00'],
  [59.9, '00:59'],
  [61, '01:01'],
  [3599, '59:59'],
  [3600, '01:00:00'],
  [10_800, '03:00:00'],
  [Number.NaN, '00:00'],
  [-5, '00:00'],
])('Duration shows as mm:ss, or hh:mm:ss at an hour or more. %p s: %p', (seconds, text) =>
  expect(formatDuration(seconds)).toBe(text),
);

test('property: from one hour on, a formatted time is parsed back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 3600, max: 359_999 }), (seconds) => {
      expect(secondsOf(formatDuration(seconds))).toBe(seconds);
    }),
  );
});

test.each(['', '5:00', '00:60:00', '00:00:61', 'aa:bb:cc', '00:00:00.5'])('%p is not a time code', (text) => {
  expect(secondsOf(text)).toBe(0);
});

test('property: a time code is parsed back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 359_999 }), fc.integer({ min: 0, max: 99 }), (seconds, part) => {
      const text = formatTimeCode(seconds + part / 100);
      expect(text).toMatch(/^\d\d:\d\d:\d\d$/);
      expect(parseTimeCode(text)).toBe(seconds);
    }),
  );
});

test.each([
  '',
  '00:00',
  '0:00:00',
  '00:60:00',
  '00:00:60',
  '00:00:00.5',
  ' 00:00:00',
  '100:00:00',
  '00:00:0a',
])('%p is not a complete time code', (text) => expect(parseTimeCode(text)).toBeNull());

test.each([
  [1_763_000_500, '2025-11-13', '2025-11-13 02:21:40'],
  [1_763_000_500.9, '2025-11-13', '2025-11-13 02:21:40'],
  [0, '1970-01-01', '1970-01-01 00:00:00'],
  ['2025-11-13T23:59:59Z', '2025-11-13', '2025-11-13 23:59:59'],
  ['2025-11-13', '2025-11-13', '2025-11-13 00:00:00'],
  [null, 'N/A', 'N/A'],
  [undefined, 'N/A', 'N/A'],
  ['', 'N/A', 'N/A'],
  ['soon', 'N/A', 'N/A'],
  [NaN, 'N/A', 'N/A'],
  [1e20, 'N/A', 'N/A'],
])('Dates: yyyy-MM-dd; history times yyyy-MM-dd HH:mm:ss. %j: %s and %s', (moment, day, time) => {
  expect(formatDay(moment)).toBe(day);
  expect(formatMoment(moment)).toBe(time);
});

const day = 86_400;

test.each([
  [0, '0 s ago'],
  [59, '59 s ago'],
  [60, '1 min ago'],
  [3599, '59 min ago'],
  [3600, '1 h ago'],
  [day - 1, '23 h ago'],
  [day, '1 d ago'],
  [7 * day, '1 w ago'],
  [30 * day, '1 m ago'],
  [364 * day, '12 m ago'],
  [365 * day, '1 y ago'],
  [-30, '0 s ago'],
])("Relative age shows with units s, min, h, d, w, m and y followed by 'ago'. %p s: %p", (age, text) =>
  expect(relativeAge(1_000_000_000 - age, 1_000_000_000)).toBe(text),
);

it.each([
  [0, 'about 10 seconds left'],
  [11, 'about 20 seconds left'],
  [44, 'about 50 seconds left'],
  [45, 'about a minute left'],
  [89, 'about a minute left'],
  [90, 'about 2 minutes left'],
  [59 * 60, 'about 59 minutes left'],
  [59.6 * 60, 'about 1 h left'],
  [80 * 60, 'about 1 h 15 min left'],
  [3 * 3_600, 'about 3 h left'],
])('%d s are %s', (seconds, words) => expect(timeLeft(seconds)).toBe(words));

test.each([
  [0, '0:00'],
  [9.99, '0:09'],
  [600, '10:00'],
  [3599.9, '59:59'],
  [3600, '1:00:00'],
  [36_061, '10:01:01'],
  [-1, '0:00'],
  [NaN, '0:00'],
])('%d seconds are %s', (seconds, text) => expect(shortTime(seconds)).toBe(text));
