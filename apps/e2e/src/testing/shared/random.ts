/** Numbers in [0, 1) that are the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Whether this is a full run: more random moments, and every fault point. */
export const isFullRun = process.env.TEST_FULL === '1';

/** The seed of this run: `E2E_SEED` to repeat a failure, else a new one in a full run and always the same in others. */
export function chooseSeed(): number {
  const seedOfEnvironment = process.env.E2E_SEED;
  if (seedOfEnvironment !== undefined) return Number(seedOfEnvironment);
  return isFullRun ? Math.floor(Math.random() * 2 ** 32) : 1;
}

/** A random sample of at most `count` items, in their original order. */
export function sample<Item>(items: readonly Item[], count: number, random: () => number): readonly Item[] {
  const left = [...items];
  while (left.length > count) left.splice(Math.floor(random() * left.length), 1);
  return left;
}
