import { retry } from '@vault/base';
import { MediaStoreError } from '@vault/media-store';

/** The waits between the attempts of a call, in ms: a copy of hours must outlive a restart of the bucket's server. */
const waitsMs = [1_000, 2_000, 5_000, 10_000, 20_000];

/** Repeats a call of a media store for which it was not available. @param signal ends the waits */
export function patiently<Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
  const isUnavailable = (error: unknown) =>
    error instanceof MediaStoreError && error.problem === 'unavailable';
  const until = (error: unknown, tries: number) => tries > waitsMs.length || !isUnavailable(error);
  return retry(work, { until, pauseMs: (tries) => waitsMs[tries - 1] ?? 0, signal });
}
