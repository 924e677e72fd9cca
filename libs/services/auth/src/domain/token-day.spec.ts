import { nameOfDay, startOfDay, sumsOfDay } from './token-day.ts';

const now = new Date('2026-03-01T23:59:59.999Z');

describe(startOfDay, () => {
  it.each([
    [0, '2026-03-01'],
    [1, '2026-02-28'],
    [-1, '2026-03-02'],
    [60, '2025-12-31'],
  ])('%d days ago is %s in UTC', (daysAgo, name) => {
    const start = startOfDay(now, daysAgo);
    expect(start.toISOString()).toBe(`${name}T00:00:00.000Z`);
    expect(nameOfDay(start)).toBe(name);
  });
});

describe(sumsOfDay, () => {
  it('separates granted and added tokens from the costs of operations', () => {
    const sums = [
      { _id: 'grant', amount: 50_000 },
      { _id: 'added', amount: -200 },
      { _id: 'quotes', amount: -900 },
      { _id: 'chapters', amount: -4_100 },
    ];
    expect(sumsOfDay(sums)).toEqual({ spent: 5_000, granted: 49_800 });
  });

  it('is never below 0', () => {
    expect(sumsOfDay([])).toEqual({ spent: 0, granted: 0 });
    expect(
      sumsOfDay([
        { _id: 'quotes', amount: 300 },
        { _id: 'added', amount: -300 },
      ]),
    ).toEqual({ spent: 0, granted: 0 });
  });
});
