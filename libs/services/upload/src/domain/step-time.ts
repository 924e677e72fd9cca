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

/** A video that entered its current step at this time or earlier is stuck. */
export function stuckSince(now: Date): Date {
  return new Date(now.getTime() - maxStepMs);
}
