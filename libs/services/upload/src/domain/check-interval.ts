import type { StepFailure } from './video-steps.ts';

const secondMs = 1_000;
const quickForMs = 15 * 60 * secondMs;
const slowMs = 30 * secondMs;
/** A download that has not come by then will not come. */
const downloadWithinMs = 24 * 60 * 60 * secondMs;

/** What decides when a video is looked at again. */
export interface Watched {
  readonly state: string;
  readonly failure: StepFailure | null;
  readonly createdAt: Date;
  /** It plays, and its download is still being made. */
  readonly isDownloadAwaited?: boolean;
}

/**
 * When a video is looked at next: often at first, then patiently. Webhooks bring the news; asking is for percents, and
 * for what a lost webhook would have said.
 * @returns undefined when nothing is expected any more
 */
export function nextCheck(watched: Watched, now: Date): Date | undefined {
  const { state, createdAt } = watched;
  if (isLostUpload(watched)) return now;
  const age = now.getTime() - createdAt.getTime();
  if (state === 'ready' || state === 'failed' || state === 'chaptering') {
    const isWorthAsking = watched.isDownloadAwaited && state !== 'failed' && age < downloadWithinMs;
    return isWorthAsking ? new Date(now.getTime() + slowMs) : undefined;
  }
  const wait = state === 'uploading' ? slowMs : age < quickForMs ? secondMs : 5 * secondMs;
  return new Date(now.getTime() + wait);
}

/** Nothing ever arrived: such an upload is no video, holds no place of the plan and is forgotten after a while. */
export function isLostUpload({ state, failure }: Pick<Watched, 'state' | 'failure'>): boolean {
  return state === 'failed' && failure?.step === 'uploading';
}
