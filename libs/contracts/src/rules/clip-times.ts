import { parseTimeCode } from './time-code.ts';

/** Start and end of a clip, each `HH:MM:SS`. */
export interface ClipTimes {
  readonly timeIn: string;
  readonly timeOut: string;
}

/** The shortest clip: a few frames. */
const minClipSeconds = 0.1;

/**
 * Why no clip can be made of a span in seconds, as a sentence; empty when one can. The page and the clip service use the
 * same check.
 */
export function clipSpanProblem({ from, to }: { from: number; to: number }, durationSeconds: number): string {
  if (to - from < minClipSeconds) return 'A clip must begin at least 0.1 seconds before it ends.';
  if (to <= durationSeconds) return '';
  return `A clip must end before the video does, at ${String(Math.floor(durationSeconds * 10) / 10)} seconds.`;
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
