/** The value below which a share (0 to 1) of the values lies. @throws if there are no values */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  if (value === undefined) throw new Error('there is nothing to take a quantile of');
  return value;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The median of the ratios of each round: a temporary slowdown of the machine affects both values of a round. */
export function medianRatio(measured: readonly number[], reference: readonly number[]): number {
  return median(ratiosOf(measured, reference));
}

/** How far the ratios of the rounds are apart, in words. */
export function spreadOf(measured: readonly number[], reference: readonly number[]): string {
  const ratios = ratiosOf(measured, reference);
  const [low, high] = [quantile(ratios, 0.25), quantile(ratios, 0.75)];
  return `half of ${String(ratios.length)} ratios are between ${low.toFixed(2)} and ${high.toFixed(2)}`;
}

function ratiosOf(measured: readonly number[], reference: readonly number[]): number[] {
  return measured.map((value, round) => value / (reference[round] ?? Number.NaN));
}
