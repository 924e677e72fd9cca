import { median, medianRatio, quantile } from './statistics.ts';

/** How long something took in one round: mostly, and when it took long. */
export interface Spread {
  readonly p50: number;
  readonly p95: number;
}

export function spreadOf(values: readonly number[]): Spread {
  return { p50: median(values), p95: quantile(values, 0.95) };
}

/** Two ways of doing the same, round by round: the median of the rounds, and of each round's own ratio. */
export function compareSpreads(
  share: keyof Spread,
  measured: readonly Spread[],
  reference: readonly Spread[],
): { measured: number; reference: number; ratio: number } {
  const [left, right] = [measured, reference].map((spreads) => spreads.map((spread) => spread[share])) as [
    number[],
    number[],
  ];
  return { measured: median(left), reference: median(right), ratio: medianRatio(left, right) };
}
