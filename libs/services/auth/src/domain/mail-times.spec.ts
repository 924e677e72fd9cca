import { mailEnds, mailKinds } from '../mail/mail-record.schema.ts';
import { forgetAfter, mailRetry } from './mail-times.ts';

it('tries for a night: eight times, each wait longer than the one before, and never the same for two', () => {
  const delays = Array.from({ length: mailRetry.maxAttempts - 1 }, (_, index) => mailRetry.delay(index + 1));
  expect(delays).toHaveLength(7);
  expect(delays.toSorted((a, b) => a - b)).toEqual(delays);
  const hours = delays.reduce((sum, ms) => sum + ms, 0) / 3_600_000;
  expect(hours).toBeGreaterThan(6);
  expect(hours).toBeLessThan(12);
  expect(new Set(Array.from({ length: 20 }, () => mailRetry.delay(3))).size).toBeGreaterThan(1);
});

it('keeps for ever who was reminded of a trial, and all else for as long as it may come again', () => {
  for (const kind of mailKinds)
    for (const end of mailEnds) {
      const days = (forgetAfter(kind, end) ?? Infinity) / 86_400_000;
      expect(days).toBeGreaterThan(7);
      expect(Number.isFinite(days)).toBe(kind !== 'trial-ends');
    }
});
