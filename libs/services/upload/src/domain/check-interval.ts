import type { StepFailure } from './video-progress.ts';

const secondMs = 1_000;
const frequentForMs = 15 * 60 * secondMs;
const slowIntervalMs = 30 * secondMs;
/** After this time a missing download file is no longer expected. */
const downloadWithinMs = 24 * 60 * 60 * secondMs;

/** What decides when a video is checked again. */
export interface WatchedVideo {
  readonly state: string;
  readonly failure: StepFailure | null;
  readonly createdAt: Date;
  /** True while the video plays and its download file is still being made. */
  readonly isDownloadAwaited?: boolean;
}

/**
 * When to check a video at the host next: often at first, then less often. Webhooks report changes of state; the checks
 * read percents and replace lost webhooks.
 * @returns undefined when no further change is expected
 */
export function nextCheck(watched: WatchedVideo, now: Date): Date | undefined {
  const { state, createdAt } = watched;
  if (isLostUpload(watched)) return now;
  const age = now.getTime() - createdAt.getTime();
  if (state === 'ready' || state === 'failed' || state === 'chaptering') {
    const isDownloadExpected = watched.isDownloadAwaited && state !== 'failed' && age < downloadWithinMs;
    return isDownloadExpected ? new Date(now.getTime() + slowIntervalMs) : undefined;
  }
  const wait = state === 'uploading' ? slowIntervalMs : age < frequentForMs ? secondMs : 5 * secondMs;
  return new Date(now.getTime() + wait);
}

/**
 * Whether an earlier check than `check` is already set. The lease of a running check is later than the next check, so
 * it is replaced: otherwise nothing would be read from the host until the lease has expired.
 */
export function isSetBefore(check: Date, set: Date | undefined, now: Date): boolean {
  return set !== undefined && set > now && set <= check;
}

/** An upload of which nothing arrived. It is not a video, takes no quota slot and is removed after a while. */
export function isLostUpload({ state, failure }: Pick<WatchedVideo, 'state' | 'failure'>): boolean {
  return state === 'failed' && failure?.step === 'uploading';
}
