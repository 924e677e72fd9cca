import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Waits for `work`, but no longer than `patience` milliseconds. The work itself goes on; its late failure is nobody's.
 * @throws the error that `late` makes when the time is over, or what the work throws
 */
export async function withinTime<T>(work: Promise<T>, patience: number, late: () => Error): Promise<T> {
  const timer = new AbortController();
  work.catch(() => undefined);
  const over = sleep(patience, undefined, { signal: timer.signal }).then(() => {
    throw late();
  });
  try {
    return await Promise.race([work, over]);
  } finally {
    over.catch(() => undefined);
    timer.abort();
  }
}

/** Waits for `work` as long as `patience` allows. @returns whether it ended well by then */
export async function endsWithin(work: Promise<unknown>, patience: number): Promise<boolean> {
  try {
    await withinTime(work, patience, () => new Error('Too late.'));
    return true;
  } catch {
    return false;
  }
}
