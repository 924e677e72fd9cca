import { formatDay, formatMoment } from './format-date.ts';

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
])('%j is the day %s and the moment %s', (moment, day, time) => {
  expect(formatDay(moment)).toBe(day);
  expect(formatMoment(moment)).toBe(time);
});
