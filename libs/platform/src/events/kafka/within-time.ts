import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Waits for `work`, but no longer than `timeoutMs` milliseconds. The work itself goes on; a late failure is ignored.
 * @throws the error of `late` after the time-out, or the error of `work`
 */
export async function withinTime<T>(work: Promise<T>, timeoutMs: number, late: () => Error): Promise<T> {
  const timer = new AbortController();
  work.catch(() => undefined);
  const over = sleep(timeoutMs, undefined, { signal: timer.signal }).then(() => {
    throw late();
  });
  try {
    return await Promise.race([work, over]);
  } finally {
    over.catch(() => undefined);
    timer.abort();
  }
}

/** Waits for `work` for at most `timeoutMs` milliseconds. @returns whether it succeeded in time */
export async function endsWithin(work: Promise<unknown>, timeoutMs: number): Promise<boolean> {
  try {
    await withinTime(work, timeoutMs, () => new Error('Too late.'));
    return true;
  } catch {
    return false;
  }
}
