import { shortTime } from './short-time.ts';

test.each([
  [0, '0:00'],
  [9.99, '0:09'],
  [600, '10:00'],
  [3599.9, '59:59'],
  [3600, '1:00:00'],
  [36_061, '10:01:01'],
  [-1, '0:00'],
  [NaN, '0:00'],
])('%d seconds are %s', (seconds, text) => {
  expect(shortTime(seconds)).toBe(text);
});
