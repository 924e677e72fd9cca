import { pk, rougeL } from './metrics.ts';

describe(rougeL, () => {
  it.each([
    ['the price', 'The Price!', 1],
    ['one price', 'price two', 0.5],
    ['one', 'two', 0],
    ['', 'two', 0],
  ])('compares "%s" with "%s"', (title, other, expected) => expect(rougeL(title, other)).toBe(expected));
});

describe(pk, () => {
  it('is 0 for the same chapters', () => expect(pk([60, 120], [60, 120], 180)).toBe(0));

  it('counts the pairs of points that are wrongly in one chapter', () => {
    // 20 points, 5 apart: of 15 pairs the boundary at 60 s parts 5.
    expect(pk([60], [], 120)).toBeCloseTo(5 / 15);
    expect(pk([60], [66], 120)).toBeCloseTo(2 / 15);
  });
});
