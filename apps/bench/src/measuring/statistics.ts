/** The value below which a share (0 to 1) of the values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  if (value === undefined) throw new Error('there is nothing to take a quantile of');
  return value;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The median of each round's own ratio: a machine that slows down for a while slows both halves of a round. */
export function medianRatio(measured: readonly number[], reference: readonly number[]): number {
  return median(measured.map((value, round) => value / (reference[round] ?? Number.NaN)));
}
