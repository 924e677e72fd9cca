const words = 200_000;
/** What {@link fixedWork} takes on the two-core machine that the promises were given for, when it does nothing else. */
export const fixedWorkMs = 30;

/**
 * Work that is always the same and of the kind that reading a transcript is: strings cut, folded, counted in a map,
 * and sums of floats over them. Its time says how fast the machine is right now.
 * @returns a number that depends on all of it, so that none of it can be left out
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
