import { backOff } from '@vault/base';
import { mailEnds, mailKinds } from './mail-kinds.ts';
import { mailRetryTimes, retentionOf } from './mail-times.ts';

it('retries over a night: eight tries with increasing delays and jitter', () => {
  const mailRetry = backOff(mailRetryTimes);
  const delays = Array.from({ length: mailRetry.maxAttempts - 1 }, (_, index) => mailRetry.delay(index + 1));
  expect(delays).toHaveLength(7);
  expect(delays.toSorted((a, b) => a - b)).toEqual(delays);
  const hours = delays.reduce((sum, ms) => sum + ms, 0) / 3_600_000;
  expect(hours).toBeGreaterThan(6);
  expect(hours).toBeLessThan(12);
  expect(new Set(Array.from({ length: 20 }, () => mailRetry.delay(3))).size).toBeGreaterThan(1);
});

it('keeps trial reminders as long as the account, and other records longer than messages repeat', () => {
  for (const kind of mailKinds)
    for (const end of mailEnds) {
      const days = (retentionOf(kind, end) ?? Infinity) / 86_400_000;
      expect(days).toBeGreaterThan(7);
      expect(Number.isFinite(days)).toBe(kind !== 'trial-ends');
    }
});
