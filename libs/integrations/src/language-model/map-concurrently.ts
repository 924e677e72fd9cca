import PQueue from 'p-queue';

/** Halves the time of a long transcript; more would exceed the rate limits of small accounts. */
const concurrency = 2;

/**
 * Maps the items in order, two concurrently. The first failure cancels the rest.
 *
 * @param signal cancels all work
 */
export async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  work: (item: Item, signal: AbortSignal) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result[]> {
  const failed = new AbortController();
  const either = signal ? AbortSignal.any([signal, failed.signal]) : failed.signal;
  const queue = new PQueue({ concurrency });
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
