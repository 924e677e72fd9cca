import type { StepFailure } from './video-steps.ts';

const secondMs = 1_000;
const quickForMs = 15 * 60 * secondMs;
const slowMs = 30 * secondMs;

/** What decides when a video is looked at again. */
export interface Watched {
  readonly state: string;
  readonly failure: StepFailure | null;
  readonly createdAt: Date;
}

/**
 * When a video is looked at next: often at first, then patiently. Webhooks bring the news; asking is for percents, and
 * for what a lost webhook would have said.
 * @returns undefined when nothing is expected any more
 */
export function nextCheck({ state, failure, createdAt }: Watched, now: Date): Date | undefined {
  if (isLostUpload({ state, failure })) return now;
  if (state === 'ready' || state === 'failed' || state === 'chaptering') return undefined;
  const age = now.getTime() - createdAt.getTime();
  const wait = state === 'uploading' ? slowMs : age < quickForMs ? secondMs : 5 * secondMs;
  return new Date(now.getTime() + wait);
}

/** Nothing ever arrived: such an upload is no video, holds no place of the plan and is forgotten after a while. */
export function isLostUpload({ state, failure }: Pick<Watched, 'state' | 'failure'>): boolean {
  return state === 'failed' && failure?.step === 'uploading';
}
