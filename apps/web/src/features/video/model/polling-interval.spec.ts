/** @jest-environment node */
import { pollingInterval } from './polling-interval.ts';

test.each([
  [0, false, 1000],
  [0, true, 5000],
  [1, false, 2000],
  [3, false, 8000],
  [5, false, 30_000],
  [1000, false, 30_000],
  [2, true, 20_000],
])('after %p failures (a long wait: %p): every %p ms', (failures, isLong, every) => {
  expect(pollingInterval({ failures, isLong })).toBe(every);
});

test('while changes are reported: every 30 s, and as usual after a failure', () => {
  expect(pollingInterval({ failures: 0, isLong: false, isReported: true })).toBe(30_000);
  expect(pollingInterval({ failures: 1, isLong: false, isReported: true })).toBe(2000);
});
