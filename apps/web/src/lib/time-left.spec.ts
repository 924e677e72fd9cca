import { timeLeft } from './time-left.ts';

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
])('%d s are %s', (seconds, words) => {
  expect(timeLeft(seconds)).toBe(words);
});
