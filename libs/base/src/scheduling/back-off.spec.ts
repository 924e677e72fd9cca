import fc from 'fast-check';
import { backOff } from './back-off.ts';

describe('backOff', () => {
  it('waits 1, 5, 25, then 60 seconds, and makes eight attempts', () => {
    const policy = backOff({ random: () => 0 });
    const delays = [1, 2, 3, 4, 5, 6, 7].map((attempt) => policy.delay(attempt));
    expect(delays).toEqual([1000, 5000, 25_000, 60_000, 60_000, 60_000, 60_000]);
    expect(policy.maxAttempts).toBe(8);
  });

  it('shortens a delay by at most the share of jitter, and never extends it', () => {
    const attempts = fc.integer({ min: 1, max: 50 });
    const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(attempts, chance, chance, (attempt, jitter, random) => {
        const full = backOff({ jitter: 0 }).delay(attempt);
        const delay = backOff({ jitter, random: () => random }).delay(attempt);
        expect(delay).toBeLessThanOrEqual(full);
        expect(delay).toBeGreaterThanOrEqual(Math.floor(full * (1 - jitter)));
      }),
    );
  });

  it('varies the delay randomly, so that many messages are not retried at the same time', () => {
    expect(backOff({ random: () => 0.9 }).delay(1)).toBe(820);
  });
});
