import fc from 'fast-check';
import { membershipEndOf, oneMonthAfter } from './membership.ts';

const dayMs = 86_400_000;
const dates = fc.date({
  min: new Date('2000-01-01T00:00:00Z'),
  max: new Date('2200-12-31T23:59:59Z'),
  noInvalidDate: true,
});

describe('membershipEndOf', () => {
  it('gives a free trial three days', () => {
    expect(membershipEndOf('free', new Date('2026-11-20T09:30:15.250Z'))).toEqual(
      new Date('2026-11-23T09:30:15.250Z'),
    );
  });

  it('gives a paid plan one calendar month', () => {
    expect(membershipEndOf('executive', new Date('2026-11-20T09:30:00Z'))).toEqual(
      new Date('2026-12-20T09:30:00Z'),
    );
  });
});

describe('oneMonthAfter', () => {
  it.each([
    ['2026-01-31T10:00:00Z', '2026-02-28T10:00:00Z'],
    ['2028-01-30T10:00:00Z', '2028-02-29T10:00:00Z'],
    ['2026-12-31T23:59:59Z', '2027-01-31T23:59:59Z'],
    ['2026-05-31T00:00:00Z', '2026-06-30T00:00:00Z'],
    ['2099-12-15T00:00:00Z', '2100-01-15T00:00:00Z'],
  ])('takes %s to %s', (start, end) => expect(oneMonthAfter(new Date(start))).toEqual(new Date(end)));

  it('always ends in the next month, on the same day or that month’s last, at the same time', () => {
    fc.assert(
      fc.property(dates, (start) => {
        const end = oneMonthAfter(start);
        const months = end.getUTCFullYear() * 12 + end.getUTCMonth();
        expect(months).toBe(start.getUTCFullYear() * 12 + start.getUTCMonth() + 1);
        const isLastDay = new Date(end.getTime() + dayMs).getUTCDate() === 1;
        expect(end.getUTCDate() === start.getUTCDate() || isLastDay).toBe(true);
        expect(end.getUTCDate()).toBeLessThanOrEqual(start.getUTCDate());
        expect(end.getTime() % dayMs).toBe(start.getTime() % dayMs);
      }),
    );
  });

  it('keeps the order of starts', () => {
    fc.assert(
      fc.property(dates, dates, (a, b) => {
        const [first, second] = a <= b ? [a, b] : [b, a];
        // Only the clamped last days of a month may change their order, and only by the time of day.
        const slack = first.getUTCDate() > 28 ? dayMs : 0;
        expect(oneMonthAfter(first).getTime()).toBeLessThan(oneMonthAfter(second).getTime() + slack + 1);
      }),
    );
  });

  it('does not change its argument', () => {
    const start = new Date('2026-01-31T10:00:00Z');
    oneMonthAfter(start);
    expect(start).toEqual(new Date('2026-01-31T10:00:00Z'));
  });
});
