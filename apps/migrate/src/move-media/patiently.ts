import { setTimeout as sleep } from 'node:timers/promises';
import { MediaStoreError } from '@vault/media-store';

/** The waits between the attempts of a call, in ms: a copy of hours must outlive a restart of the bucket's server. */
const waitsMs = [1_000, 2_000, 5_000, 10_000, 20_000];

/** Repeats a call of a media store for which it was not available. @param signal ends the waits */
export async function patiently<Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
  for (const waitMs of waitsMs) {
    try {
      return await work();
    } catch (error) {
      const isUnavailable = error instanceof MediaStoreError && error.problem === 'unavailable';
      if (!isUnavailable || signal.aborted) throw error;
    }
    await sleep(waitMs, undefined, { signal });
  }
  return await work();
}
