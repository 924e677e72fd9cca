import type { VideoState } from '@vault/contracts';

/** Steps in which somebody works on a video that has arrived. */
export const workedOn = ['processing', 'captioning', 'chaptering'] as const satisfies readonly VideoState[];

/**
 * Three hours of video that has to be encoded anew take about an hour on two cores, its captions six minutes: what stays
 * in one step for longer than this waits for something that does not come.
 */
const longestStepMs = 2 * 60 * 60 * 1_000;

/** Who is in a step since then, or since before then, is stuck. */
export function stuckSince(now: Date): Date {
  return new Date(now.getTime() - longestStepMs);
}
