import { shortTime } from './short-time.ts';

/** A time at the front of a line, and what follows it. */
export interface FrontTime {
  /** As it is written there. */
  readonly written: string;
  /** Null when it cannot be a time: 75 seconds, one digit for them. */
  readonly seconds: number | null;
  readonly rest: string;
}

/** Bullets, dashes and numbers that lists bring along. */
const leading = /^(?:(?:[-–—−*•·‣▪▸►▶◦○●+>]|#\d{1,3}[.):]?(?=\s)|\d{1,3}[.)](?=\s))\s*)+/u;
const open = String.raw`[[({【]?\s*`;
const close = String.raw`\s*[\])}】]?\*{0,2}`;
const time = String.raw`\d+(?::\d+){1,3}(?:[.,]\d{1,3})?`;
/** Perhaps in brackets or bold, perhaps followed by the time where the chapter ends. */
const atFront = new RegExp(`^${open}(${time})${close}(?:\\s*(?:[-–—−]|to)\\s*${open}${time}${close})?`, 'u');
const atEnd = new RegExp(String.raw`^(.*?)[\s[({【–—-]+(${time})[\])}】]?$`, 'u');
const separators = /^\s*(?:[-–—−:|•·>→]+\s*)*/u;

/** Seconds of `m:ss`, `mm:ss`, `h:mm:ss` or `hh:mm:ss`, perhaps with a fraction, which is cut; else null. */
function secondsOf(text: string): number | null {
  const [seconds = '', minutes = '', hours, ...more] = text
    .replace(/[.,]\d+$/, '')
    .split(':')
    .toReversed();
  const isSound = /^[0-5]\d$/.test(seconds) && /^\d{1,3}$/.test(minutes) && more.length === 0;
  if (!isSound) return null;
  if (hours === undefined) return Number(minutes) * 60 + Number(seconds);
  if (!/^\d{1,3}$/.test(hours) || !/^[0-5]\d$/.test(minutes)) return null;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

/** The time a line of a chapter list begins with, behind bullets, brackets and numbers; null when it begins otherwise. */
export function frontTime(line: string): FrontTime | null {
  const bare = line.replaceAll('：', ':').replace(leading, '');
  const [whole = '', written = ''] = atFront.exec(bare) ?? [];
  if (written === '') return null;
  const rest = bare.slice(whole.length).replace(separators, '');
  return { written, seconds: secondsOf(written), rest };
}

/** The line the other way round, when its time stands at the end: `Welcome 5:00` as `5:00 Welcome`; else null. */
export function turnedLine(line: string): string | null {
  const [, words = '', written = ''] = atEnd.exec(line.replaceAll('：', ':').replace(leading, '')) ?? [];
  const seconds = secondsOf(written);
  return seconds === null || words === '' ? null : `${shortTime(seconds)} ${words}`;
}
