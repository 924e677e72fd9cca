import fc from 'fast-check';
import { formatDuration, formatTimeCode, parseTimeCode, secondsOf } from './time-code.ts';

test.each([
  [0, '00:00'],
  [59.9, '00:59'],
  [61, '01:01'],
  [3599, '59:59'],
  [3600, '01:00:00'],
  [10_800, '03:00:00'],
  [Number.NaN, '00:00'],
  [-5, '00:00'],
])('%p s reads %p', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});

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
])('%p is not a complete time code', (text) => {
  expect(parseTimeCode(text)).toBeNull();
});
