/** @jest-environment node */
import { monthsAfter } from './months-after.ts';

const at = (day: string) => Date.parse(`${day}T10:00:00Z`) / 1_000;

test.each([
  ['2025-11-22', '2025-12-22'],
  ['2025-12-22', '2026-01-22'],
  ['2026-01-31', '2026-02-28'],
  ['2024-01-31', '2024-02-29'],
  ['2026-08-31', '2026-09-30'],
])('a month after %s is %s', (from, to) => expect(monthsAfter(at(from), 1)).toBe(at(to)));
