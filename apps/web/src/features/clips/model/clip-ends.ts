import { clipProblem, clipSpanProblem } from '@vault/contracts';
import type { TimeRange } from '../../../components/player/moment-actions.ts';
import { formatTimeCode, parseTimeCode } from '../../../lib/format/format-duration.ts';
import { fillTimeCode } from '../../../lib/video/time-code-mask.ts';

/** One end of a clip. */
export interface ClipEnd {
  /** The text of its field. */
  readonly text: string;
  /** To the millisecond; null while the text is no time. */
  readonly seconds: number | null;
}

export interface ClipEnds {
  readonly from: ClipEnd;
  readonly to: ClipEnd;
}

export const noEnds: ClipEnds = { from: endOf(''), to: endOf('') };

/** The end that a text names. */
export function endOf(text: string): ClipEnd {
  return { text, seconds: parseTimeCode(text) };
}

/** The end at a time. */
export function endAt(seconds: number): ClipEnd {
  const exact = Math.round(seconds * 1_000) / 1_000;
  return { text: formatTimeCode(exact), seconds: exact };
}

/**
 * The ends of a clip that contains a span: whole seconds, at least one second long, and ending before the end of the
 * video, as the server requires. `duration` in seconds.
 */
export function wholeSeconds({ from, to }: TimeRange, duration: number): ClipEnds {
  const last = Math.max(0, Math.ceil(duration) - 1);
  const start = Math.max(0, Math.min(Math.floor(from), last - 1));
  return { from: endAt(start), to: endAt(Math.min(Math.max(Math.ceil(to), start + 1), last)) };
}

/** Completes the texts: Enter sends a form while a field has the focus. */
export function filled({ from, to }: ClipEnds): ClipEnds {
  const fill = (end: ClipEnd) => (end.seconds === null ? endOf(fillTimeCode(end.text)) : end);
  return { from: fill(from), to: fill(to) };
}

/** The span in seconds; an end that is no time is 0. */
export function spanOf({ from, to }: ClipEnds): TimeRange {
  return { from: from.seconds ?? 0, to: to.seconds ?? 0 };
}

/** Whether both ends are whole seconds. */
export function areWhole({ from, to }: TimeRange): boolean {
  return Number.isInteger(from) && Number.isInteger(to);
}

/** Why no clip can be cut, as a sentence; empty when one can. */
export function endsProblem(ends: ClipEnds, duration: number): string {
  const isTime = ends.from.seconds !== null && ends.to.seconds !== null;
  if (isTime && !areWhole(spanOf(ends))) return clipSpanProblem(spanOf(ends), duration);
  return clipProblem({ timeIn: ends.from.text, timeOut: ends.to.text }, duration);
}
