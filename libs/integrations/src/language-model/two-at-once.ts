import PQueue from 'p-queue';

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
  const queue = new PQueue({ concurrency: atOnce });
  try {
    return await queue.addAll(
      items.map((item) => () => work(item, either)),
      { signal: either },
    );
  } catch (error) {
    queue.clear();
    failed.abort(error);
    await queue.onIdle();
    throw error;
  }
}
