import fc from 'fast-check';
import { accountLimit, decideTry, tooMany, withoutTry, type TryLimit } from './try-limit.ts';

/** Makes an attempt at each time. @returns the times of allowed attempts */
function takeAll(times: readonly number[], limit: TryLimit): number[] {
  let tries: readonly number[] = [];
  return times.filter((now) => {
    const decision = decideTry(tries, now, limit);
    if (decision.isAllowed) tries = decision.tries;
    return decision.isAllowed;
  });
}

describe('decideTry', () => {
  it('allows ten attempts of an account in 15 minutes, and the next when the first is that old', () => {
    const times = Array.from({ length: 11 }, (_, index) => 1_000 + index);
    expect(takeAll(times, accountLimit)).toHaveLength(10);
    expect(takeAll([...times, 1_000 + accountLimit.windowMs], accountLimit)).toHaveLength(11);
  });

  it('never allows more than the limit in any window, and always allows what fits', () => {
    const limit = { tries: 4, windowMs: 100 };
    fc.assert(
      fc.property(fc.array(fc.nat(60), { maxLength: 60 }), (gaps) => {
        const times = gaps.map((_, index) => gaps.slice(0, index + 1).reduce((sum, gap) => sum + gap, 0));
        const allowedTimes = takeAll(times, limit);
        for (const end of allowedTimes)
          expect(
            allowedTimes.filter((at) => at > end - limit.windowMs && at <= end).length,
          ).toBeLessThanOrEqual(limit.tries);
        const open = times.filter((at) => !allowedTimes.includes(at));
        for (const refused of open)
          expect(allowedTimes.filter((at) => at > refused - limit.windowMs && at <= refused)).toHaveLength(
            limit.tries,
          );
      }),
    );
  });

  it('returns the exact time to wait', () => {
    const tries = Array.from({ length: 10 }, (_, index) => 5_000 + index);
    const decision = decideTry(tries, 6_000, accountLimit);
    if (decision.isAllowed) throw new Error('must be refused');
    expect(decideTry(tries, 6_000 + decision.waitMs - 1, accountLimit).isAllowed).toBe(false);
    expect(decideTry(tries, 6_000 + decision.waitMs, accountLimit).isAllowed).toBe(true);
  });
});

describe('withoutTry', () => {
  it('removes exactly one attempt', () => {
    expect(withoutTry([1, 2, 2, 3], 2)).toEqual([1, 2, 3]);
    expect(withoutTry([1, 3], 2)).toEqual([1, 3]);
  });
});

describe(tooMany, () => {
  it('states whole minutes, and keeps the exact time', () => {
    expect(tooMany(1).message).toBe('Too many tries. Please wait 1 minute and try again.');
    const message = 'Enough of it. Please wait 2 minutes and try again.';
    expect(tooMany(61_000, 'Enough of it.')).toMatchObject({ message, retryAfterMs: 61_000 });
  });
});
