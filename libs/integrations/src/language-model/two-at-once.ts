/** Enough to halve the time of a long transcript; more would run into the limits of small accounts. */
const atOnce = 2;

/**
 * Does the same work for each item, two at once, in order. The first failure ends the rest.
 *
 * @param signal ends all of it early
 */
export async function twoAtOnce<Item, Result>(
  items: readonly Item[],
  work: (item: Item, signal: AbortSignal) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result[]> {
  const failed = new AbortController();
  const either = signal ? AbortSignal.any([signal, failed.signal]) : failed.signal;
  const results: Result[] = [];
  let next = 0;
  const takeTurns = async (): Promise<void> => {
    while (next < items.length && !either.aborted) {
      const index = next;
      next += 1;
      results[index] = await work(items[index] as Item, either);
    }
  };
  const turns = Array.from({ length: Math.min(atOnce, items.length) }, takeTurns);
  try {
    await Promise.all(turns);
  } catch (error) {
    failed.abort(error);
    await Promise.allSettled(turns);
    throw error;
  }
  signal?.throwIfAborted();
  return results;
}
