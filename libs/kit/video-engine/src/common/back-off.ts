/** Milliseconds after a number of failures, from 0: doubled for each, at most `max`. */
export function backOffMs({ first, max }: { first: number; max: number }, failures: number): number {
  return Math.min(max, first * 2 ** failures);
}
