import type { VideoState } from '@vault/contracts';

/** Steps in which the host or chaptering works on a video that has arrived. */
export const processingStates = [
  'processing',
  'captioning',
  'chaptering',
] as const satisfies readonly VideoState[];

/**
 * Three hours of video that must be re-encoded take about an hour on two cores, its captions six minutes. A video that
 * stays in one step for longer than this is stuck.
 */
const maxStepMs = 2 * 60 * 60 * 1_000;

/** A video should be ready this long after it has arrived, plus half its length. */
const readyWithinMs = 5 * 60 * 1_000;

/** Whether a video that has ended at `at` was ready in time. Video hosts may report the first steps late or not at all. */
export function wasInTime(
  { stepTimes, durationSeconds }: { stepTimes: Partial<Record<VideoState, Date>>; durationSeconds: number },
  at: Date,
): boolean {
  const began = processingStates.map((state) => stepTimes[state]?.getTime() ?? at.getTime());
  return at.getTime() - Math.min(...began) <= readyWithinMs + (durationSeconds / 2) * 1_000;
}

/** A video that entered its current step at this time or earlier is stuck. */
export function stuckSince(now: Date): Date {
  return new Date(now.getTime() - maxStepMs);
}
