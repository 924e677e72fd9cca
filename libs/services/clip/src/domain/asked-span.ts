import { clipProblem, parseTimeCode, type ClipTimes } from '@vault/contracts';
import { AppError } from '@vault/platform';
import type { Span } from './clip-identity.ts';

/** What must be known of a video to cut it. */
export interface CutVideo {
  readonly durationSeconds: number;
  readonly isPlayable: boolean;
}

/**
 * The span that was asked for.
 * @throws {AppError} invalid-input in the words of the product; conflict while the video does not play
 */
export function askedSpan(times: ClipTimes, { durationSeconds, isPlayable }: CutVideo): Span {
  // What is wrong with the times alone can be said before the length is known.
  refuse(clipProblem(times, Infinity));
  if (!isPlayable) {
    throw new AppError('conflict', 'This video does not play yet. Please cut the clip when it does.');
  }
  refuse(clipProblem(times, durationSeconds));
  return { start: parseTimeCode(times.timeIn) ?? 0, end: parseTimeCode(times.timeOut) ?? 0 };
}

function refuse(problem: string): void {
  if (problem !== '') throw new AppError('invalid-input', problem);
}
