import { parseTimeCode } from '../../lib/time-code.ts';
import { screenshotStrings as words } from './screenshot.strings.ts';

/** Why there can be no screenshot at a time, as a sentence; empty when there can. `duration` in seconds. */
export function screenshotProblem(time: string, duration: number): string {
  const seconds = parseTimeCode(time);
  if (seconds === null) return words.invalid;
  return seconds < duration ? '' : words.tooLate(Math.floor(duration));
}
