/** The largest of some samples while some work runs, with one before and one after. */
export async function peakOf(
  sample: () => number,
  everyMs: number,
  work: () => Promise<unknown>,
): Promise<number> {
  let peak = sample();
  const timer = setInterval(() => {
    peak = Math.max(peak, sample());
  }, everyMs);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return Math.max(peak, sample());
}
