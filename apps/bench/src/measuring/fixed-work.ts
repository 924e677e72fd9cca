const words = 200_000;
/** Time of {@link fixedWork} on the idle two-core machine for which the bounds were set. */
export const fixedWorkMs = 30;

/**
 * A constant amount of work similar to reading a transcript: it splits, folds and counts strings and sums floats.
 * Its time shows the current speed of the machine.
 * @returns a number that depends on all of the work, so that the compiler cannot remove any
 */
export function fixedWork(): number {
  const counts = new Map<string, number>();
  let seed = 1;
  for (let index = 0; index < words; index += 1) {
    seed = (seed * 48_271) % 2_147_483_647;
    const word = `Word${String(seed % 5_000)},`.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  let sum = 0;
  for (let pass = 0; pass < 20; pass += 1) {
    for (const count of counts.values()) sum += Math.sqrt(count) / (1 + Math.log(count + pass));
  }
  return sum;
}

/** Runs work once. @returns milliseconds */
export function timed(work: () => unknown): number {
  const startedAt = performance.now();
  work();
  return performance.now() - startedAt;
}
