import fc from 'fast-check';
import type { Cohesion } from './cohesion.ts';
import { openingOdds } from './opening-odds.ts';

/** Six units of 10 s: few enough to go through all ways to cut them. */
const N = 6;
const SHORTEST = 15;
const start = Float64Array.from({ length: N + 1 }, (_, u) => 10 * u);
const anyTerrain = fc.record({
  scores: fc.array(fc.integer({ min: -60, max: 0 }), { minLength: N * N, maxLength: N * N }),
  opening: fc.array(fc.double({ min: -2, max: 2, noNaN: true }), { minLength: N, maxLength: N }),
});

/** Odds by going through every cut, with segments weighed as the engine weighs them, and the count it settles at. */
const byEnumeration = (
  cohesion: Cohesion,
  opening: Float64Array,
  penalty: number,
): { odds: number[]; expected: number } => {
  let [whole, expected] = [0, 0];
  const odds = new Array<number>(N).fill(0);
  for (let mask = 0; mask < 2 ** (N - 1); mask++) {
    const opens = [0, ...Array.from({ length: N - 1 }, (_, i) => i + 1).filter((u) => mask & (1 << (u - 1)))];
    const lengths = opens.map((u, s) => (opens[s + 1] ?? N) - u);
    if (opens.length > 1 && lengths.some((length) => length * 10 < SHORTEST)) continue;
    const worth = opens.reduce(
      (sum, u, s) => sum + cohesion.of(u, lengths[s]!) / 9 + (u > 0 ? opening[u]! : 0) - penalty,
      0,
    );
    const weight = Math.exp(worth);
    whole += weight;
    expected += weight * opens.length;
    for (const u of opens.slice(1)) odds[u]! += weight;
  }
  return { odds: odds.map((each) => each / whole), expected: expected / whole };
};

describe(openingOdds, () => {
  it('sums over all ways to cut', () => {
    fc.assert(
      fc.property(anyTerrain, ({ scores, opening }) => {
        const cohesion: Cohesion = { reach: N, of: (from, length) => scores[from * N + length - 1]! };
        const looks = Float64Array.from(opening);
        const odds = openingOdds({ cohesion, start, opening: looks, shortest: SHORTEST }, 2);
        let [low, high] = [-16, 32];
        for (let step = 0; step < 40; step++) {
          const penalty = (low + high) / 2;
          if (byEnumeration(cohesion, looks, penalty).expected > 2) low = penalty;
          else high = penalty;
        }
        const truth = byEnumeration(cohesion, looks, low).odds;
        odds.forEach((odd, u) => expect(Math.abs(odd - truth[u]!)).toBeLessThan(0.05));
      }),
    );
  });
});
