import { parseCaptionTime } from './caption-time.ts';

/** The line of a file that says when a caption is shown. */
export interface TimingLine {
  /** In seconds; undefined where it is not a time. */
  readonly start: number | undefined;
  readonly end: number | undefined;
  /** Words after the times, as some programs write them: `[00:01.000 --> 00:02.000] Hello`. */
  readonly words: string;
  /** What was not read as it stands: a time, or what is none. */
  readonly odd?: string;
  /** Whether it is a timing line wherever it stands; another one may be words. */
  readonly isCertain: boolean;
}

const arrowHead = /[>→]/;
const dashes = new Set('-–—−= \t');
const timeAtStart = /^[-−–]?\s*\d+(?:\s*[:.,;]\s*\d+)*/;
/** `0:00:01.000,0:00:03.000`: SubViewer and SBV. */
const pairOfTimes = /^(\d+:\d\d:\d\d\.\d{1,3}),(\d+:\d\d:\d\d\.\d{1,3})$/;
/** What may be before the times. */
const opening = /^[[(]\s*/;
const closing = /^\s*[\])]/;

/** @returns undefined for a line without an arrow between what may be times */
export function parseTimingLine(text: string): TimingLine | undefined {
  const trimmed = text.trim();
  const line = toAscii(trimmed);
  const [, first, second] = pairOfTimes.exec(line) ?? [];
  if (first !== undefined && second !== undefined) return timesOf(first, second, '', true);
  const head = arrowHead.exec(line);
  if (!head) return undefined;
  let shaft = head.index;
  while (dashes.has(line[shaft - 1] ?? '')) shaft -= 1;
  const arrowEnd = head.index + 1;
  const arrow = line.slice(shaft, arrowEnd);
  if (!/[→–—−=-]/.test(arrow)) return undefined;
  const after = line.slice(arrowEnd).trimStart();
  const to = (timeAtStart.exec(after) ?? /^\S*/.exec(after))?.[0] ?? '';
  const closed = opening.test(line) ? closing.exec(after.slice(to.length)) : null;
  const words = closed ? trimmed.slice(line.length - after.length + to.length + closed[0].length) : '';
  const times = timesOf(line.slice(0, shaft).replace(opening, ''), to, words.trim(), arrow.includes('-->'));
  const isTimed = times.start !== undefined && times.end !== undefined;
  return isTimed || arrow.includes('-->') ? times : undefined;
}

function timesOf(from: string, to: string, words: string, isArrow: boolean): TimingLine {
  const [start, end] = [parseCaptionTime(from), parseCaptionTime(to)];
  const odd = start?.isUsual !== true ? from : end?.isUsual !== true ? to : undefined;
  const isCertain = isArrow && start !== undefined && end !== undefined;
  return {
    ...{ start: start?.seconds, end: end?.seconds, words, isCertain },
    ...(odd !== undefined && { odd }),
  };
}

/** Digits and signs of full width as those of ASCII. */
function toAscii(line: string): string {
  return line.replace(/[！-～]/gu, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0));
}
