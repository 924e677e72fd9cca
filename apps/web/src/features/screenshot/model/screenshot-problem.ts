import { parseTimeCode } from '../../../lib/format/format-duration.ts';

/** Why a time is not valid for a screenshot, as a sentence; empty when it is. `duration` in seconds. */
export function screenshotProblem(time: string, duration: number): string {
  const seconds = parseTimeCode(time);
  if (seconds === null) return 'time must be valid times in HH:MM:SS format.';
  return seconds < duration
    ? ''
    : `time must be earlier than video duration(${String(Math.floor(duration))}s).`;
}
