import { relativeAge } from './relative-age.ts';

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
])('%p s of age read %p', (age, text) => {
  expect(relativeAge(1_000_000_000 - age, 1_000_000_000)).toBe(text);
});
