import { clipProblem, parseTimeCode, type ClipTimes } from '@vault/contracts';
import { AppError } from '@vault/contracts';
import type { TimeRange } from './clip-identity.ts';

/** What is needed of a video to cut it. */
export interface CutVideo {
  readonly durationSeconds: number;
  readonly isPlayable: boolean;
}

/**
 * The requested range.
 * @throws {AppError} invalid-input for invalid times; conflict while the video does not play
 */
export function requestedRange(times: ClipTimes, { durationSeconds, isPlayable }: CutVideo): TimeRange {
  // The times alone can be checked before the duration is known.
  refuse(clipProblem(times, Infinity));
  if (!isPlayable) {
    throw new AppError('conflict', 'This video cannot be played yet. Please cut the clip later.');
  }
  refuse(clipProblem(times, durationSeconds));
  return { start: parseTimeCode(times.timeIn) ?? 0, end: parseTimeCode(times.timeOut) ?? 0 };
}

function refuse(problem: string): void {
  if (problem !== '') throw new AppError('invalid-input', problem);
}
