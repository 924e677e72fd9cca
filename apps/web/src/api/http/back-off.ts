const maxMs = 30_000;

/** The pause before the next try: doubled with each failure in a row, at most 30 s. */
export function backOff(everyMs: number, failures: number): number {
  return Math.min(maxMs, everyMs * 2 ** Math.min(failures, 10));
}
