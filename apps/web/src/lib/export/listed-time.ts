import { shortTime } from './short-time.ts';

/** A time at the start of a line, and the text after it. */
export interface FrontTime {
  /** The time as it is written in the line. */
  readonly written: string;
  /** Null when it is not a valid time, such as `1:75` or `1:5`. */
  readonly seconds: number | null;
  readonly rest: string;
}

/** Bullets, dashes and numbers of lists. */
const leading = /^(?:(?:[-–—−*•·‣▪▸►▶◦○●+>]|#\d{1,3}[.):]?(?=\s)|\d{1,3}[.)](?=\s))\s*)+/u;
const open = String.raw`[[({【]?\s*`;
const close = String.raw`\s*[\])}】]?\*{0,2}`;
const time = String.raw`\d+(?::\d+){1,3}(?:[.,]\d{1,3})?`;
/** A time, optionally in brackets or bold, optionally followed by the end time of the chapter. */
const atFront = new RegExp(`^${open}(${time})${close}(?:\\s*(?:[-–—−]|to)\\s*${open}${time}${close})?`, 'u');
const atEnd = new RegExp(String.raw`^(.*?)[\s[({【–—-]+(${time})[\])}】]?$`, 'u');
const separators = /^\s*(?:[-–—−:|•·>→]+\s*)*/u;

/** Seconds of `m:ss`, `mm:ss`, `h:mm:ss` or `hh:mm:ss`, without a fraction; null for other texts. */
function secondsOf(text: string): number | null {
  const [seconds = '', minutes = '', hours, ...more] = text
    .replace(/[.,]\d+$/, '')
    .split(':')
    .toReversed();
  const isValid = /^[0-5]\d$/.test(seconds) && /^\d{1,3}$/.test(minutes) && more.length === 0;
  if (!isValid) return null;
  if (hours === undefined) return Number(minutes) * 60 + Number(seconds);
  if (!/^\d{1,3}$/.test(hours) || !/^[0-5]\d$/.test(minutes)) return null;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

/** The time at the start of a line of a chapter list, after bullets, brackets and numbers; null when there is none. */
export function frontTime(line: string): FrontTime | null {
  const bare = line.replaceAll('：', ':').replace(leading, '');
  const [whole = '', written = ''] = atFront.exec(bare) ?? [];
  if (written === '') return null;
  const rest = bare.slice(whole.length).replace(separators, '');
  return { written, seconds: secondsOf(written), rest };
}

/** A line whose time is at the end, with the time moved to the start: `5:00 Welcome` for `Welcome 5:00`; else null. */
export function turnedLine(line: string): string | null {
  const [, words = '', written = ''] = atEnd.exec(line.replaceAll('：', ':').replace(leading, '')) ?? [];
  const seconds = secondsOf(written);
  return seconds === null || words === '' ? null : `${shortTime(seconds)} ${words}`;
}
