import { setTimeout as wait } from 'node:timers/promises';

export interface RetryOptions {
  /** Whether work that failed is given up. @param tries 1 after the first failure */
  readonly until: (error: unknown, tries: number) => boolean;
  /** Milliseconds before the next try. */
  readonly pauseMs: number | ((tries: number) => number);
  /** Ends a pause, and allows no further one. */
  readonly signal?: AbortSignal;
}

/** Repeats work that fails. @throws the last error of the work, or that of the signal in a pause */
export async function retry<Result>(
  work: () => Promise<Result>,
  { until, pauseMs, signal }: RetryOptions,
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (signal?.aborted || until(error, tries)) throw error;
    }
    await wait(typeof pauseMs === 'number' ? pauseMs : pauseMs(tries), undefined, { signal });
  }
}
