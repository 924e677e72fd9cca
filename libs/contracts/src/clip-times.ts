import { parseTimeCode } from './time-code.ts';

/** Start and end of a clip, each `HH:MM:SS`. */
export interface ClipTimes {
  readonly timeIn: string;
  readonly timeOut: string;
}

/**
 * Why no clip can be cut, as a sentence; empty when one can. The web form and the clip service use the same check.
 *
 * @param durationSeconds duration of the video
 */
export function clipProblem({ timeIn, timeOut }: ClipTimes, durationSeconds: number): string {
  const [from, to] = [parseTimeCode(timeIn), parseTimeCode(timeOut)];
  if (from === null || to === null) {
    return 'Both timeIn and timeOut must be valid times in HH:MM:SS format.';
  }
  if (from >= to) return 'timeIn must be earlier than timeOut.';
  if (to < durationSeconds) return '';
  return `timeOut must be earlier than video duration(${String(Math.floor(durationSeconds))}s).`;
}
