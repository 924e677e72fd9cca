import { median, medianRatio, quantile } from './statistics.ts';

/** Percentiles of the times measured in one round. */
export interface Percentiles {
  readonly p50: number;
  readonly p95: number;
}

export function percentilesOf(values: readonly number[]): Percentiles {
  return { p50: median(values), p95: quantile(values, 0.95) };
}

/** Compares two variants by round: the median of the rounds of each, and the median of the rounds' ratios. */
export function comparePercentiles(
  percentile: keyof Percentiles,
  measured: readonly Percentiles[],
  reference: readonly Percentiles[],
): { measured: number; reference: number; ratio: number } {
  const [left, right] = [measured, reference].map((rounds) => rounds.map((round) => round[percentile])) as [
    number[],
    number[],
  ];
  return { measured: median(left), reference: median(right), ratio: medianRatio(left, right) };
}
