import {
  clipProblem,
  clipSpanProblem,
  parseTimeCode,
  type ClipTimes,
  type MessageData,
} from '@vault/contracts';
import { AppError } from '@vault/contracts';
import { plainLook, type ClipLook, type TimeRange } from './clip-identity.ts';

/** What is needed of a video to cut it. */
export interface CutVideo {
  readonly durationSeconds: number;
  readonly isPlayable: boolean;
}

/**
 * The requested range.
 * @throws {AppError} invalid-input for invalid times; conflict while the video does not play
 */
export function requestedRange(times: ClipTimes, video: CutVideo): TimeRange {
  check(video, (durationSeconds) => clipProblem(times, durationSeconds));
  return { start: parseTimeCode(times.timeIn) ?? 0, end: parseTimeCode(times.timeOut) ?? 0 };
}

type RequestedClip = Omit<MessageData<'clip.make-clip.v1'>, 'ownerId' | 'videoId'>;

/** The requested range and look. @throws {AppError} as {@link requestedRange} */
export function requestedClip(
  { from, to, frame, centre, fit, captions }: RequestedClip,
  video: CutVideo,
): TimeRange & ClipLook {
  check(video, (durationSeconds) => clipSpanProblem({ from, to }, durationSeconds));
  const shown = frame === 'recorded' ? plainLook.fit : fit;
  // Only a crop has a place in the picture.
  const isCropped = frame !== 'recorded' && fit === 'crop';
  return {
    start: from,
    end: to,
    frame,
    fit: shown,
    captions,
    centre: isCropped ? centre : plainLook.centre,
  };
}

function check(
  { durationSeconds, isPlayable }: CutVideo,
  problemOf: (durationSeconds: number) => string,
): void {
  // The times alone can be checked before the duration is known.
  refuse(problemOf(Infinity));
  if (!isPlayable) {
    throw new AppError('conflict', 'This video cannot be played yet. Please cut the clip later.');
  }
  refuse(problemOf(durationSeconds));
}

function refuse(problem: string): void {
  if (problem !== '') throw new AppError('invalid-input', problem);
}
