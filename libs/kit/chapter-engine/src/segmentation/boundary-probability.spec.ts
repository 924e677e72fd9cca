import fc from 'fast-check';
import type { Cohesion } from './cohesion.ts';
import { boundaryProbabilities } from './boundary-probability.ts';

/** Six units of 10 s: few enough to enumerate all segmentations. */
const N = 6;
const shortestSeconds = 15;
const start = Float64Array.from({ length: N + 1 }, (_, u) => 10 * u);
const anyInput = fc.record({
  scores: fc.array(fc.integer({ min: -60, max: 0 }), { minLength: N * N, maxLength: N * N }),
  opening: fc.array(fc.double({ min: -2, max: 2, noNaN: true }), { minLength: N, maxLength: N }),
});

/** The odds and the expected number of segments, by enumeration of all segmentations. */
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
    if (opens.length > 1 && lengths.some((length) => length * 10 < shortestSeconds)) continue;
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

describe(boundaryProbabilities, () => {
  it('property: equals the sum over all segmentations', () => {
    fc.assert(
      fc.property(anyInput, ({ scores, opening }) => {
        const cohesion: Cohesion = { reach: N, of: (from, length) => scores[from * N + length - 1]! };
        const logOdds = Float64Array.from(opening);
        const odds = boundaryProbabilities(
          { cohesion, start, opening: logOdds, minSeconds: shortestSeconds },
          2,
        );
        let [low, high] = [-16, 32];
        for (let step = 0; step < 40; step++) {
          const penalty = (low + high) / 2;
          if (byEnumeration(cohesion, logOdds, penalty).expected > 2) low = penalty;
          else high = penalty;
        }
        const truth = byEnumeration(cohesion, logOdds, low).odds;
        odds.forEach((odd, u) => expect(Math.abs(odd - truth[u]!)).toBeLessThan(0.05));
      }),
    );
  });
});
