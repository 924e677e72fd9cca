import { parseTimeCode } from '../../lib/format-time.ts';
import { screenshotStrings as words } from './screenshot.strings.ts';

/** Why a time is not valid for a screenshot, as a sentence; empty when it is. `duration` in seconds. */
export function screenshotProblem(time: string, duration: number): string {
  const seconds = parseTimeCode(time);
  if (seconds === null) return words.invalid;
  return seconds < duration ? '' : words.tooLate(Math.floor(duration));
}
