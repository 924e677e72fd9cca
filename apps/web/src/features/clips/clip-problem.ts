import { parseTimeCode } from '../../lib/time-code.ts';
import { clipStrings as words } from './clips.strings.ts';

/** From where to where a clip goes, each `HH:MM:SS`. */
export interface ClipTimes {
  readonly timeIn: string;
  readonly timeOut: string;
}

/** Why no clip can be cut, as a sentence; empty when one can. `duration` in seconds. */
export function clipProblem({ timeIn, timeOut }: ClipTimes, duration: number): string {
  const [from, to] = [parseTimeCode(timeIn), parseTimeCode(timeOut)];
  if (from === null || to === null) return words.invalid;
  if (from >= to) return words.notEarlier;
  return to < duration ? '' : words.tooLate(Math.floor(duration));
}
