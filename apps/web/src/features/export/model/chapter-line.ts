import { titleBesideTime } from '@vault/chapter-engine/plain-title';
import { typedLine } from '@vault/contracts';
import { shortTime } from '../../../lib/format/format-duration.ts';

/** The error of a line as such. Times are formatted like `1:02:03`. */
export type LineFault =
  | { readonly kind: 'no-time'; readonly words: string }
  /** The time is at the end; `turned` is the corrected line. */
  | { readonly kind: 'time-last'; readonly turned: string }
  | { readonly kind: 'bad-time'; readonly written: string }
  | { readonly kind: 'bad-end'; readonly time: string; readonly end: string }
  /** The second time may be the end of the chapter or the start of its title. */
  | { readonly kind: 'two-times'; readonly time: string; readonly second: string }
  | { readonly kind: 'columns'; readonly extra: string }
  | { readonly kind: 'no-title'; readonly time: string };

/** A start in seconds, and a title. */
export interface TimedTitle {
  readonly from: number;
  readonly title: string;
}

/** Bullets, dashes and numbers of lists. */
const leading =
  /^(?:(?:(?:[\d#*]\uFE0F?\u20E3)+|[\u2460-\u249B\u24EB-\u24FF\u2776-\u2793]|\p{Extended_Pictographic}[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F\u200D]*|[-–—−*•·‣▪▸►▶◦○●+>☐☑✓✔]|\[[ xX]\](?=\s)|#\d{1,3}[.):]?(?=\s)|\d{1,3}[.)](?=\s))\s*)+/u;
const bold = /^((?:(?:[-–—*•>+]|#?\d{1,3}[.):]?)\s+)*)(\*\*|__)(.+?)\2/u;
const time = String.raw`\d+(?::\d+){1,3}(?:[.,]\d+)?`;
const timed = String.raw`(?:([[({【])\s*)?(${time})(?:\s*([\])}】]))?(?:(?<=\])\(https?:[^\s)]*\))?`;
/** A time, optionally in brackets and linked, optionally followed by the end time of the chapter. */
const atFront = new RegExp(`^${timed}(?:\\s*(?:[-–—−=]*>|[-–—−~→]|to)\\s*${timed})?`, 'u');
const atEnd = new RegExp(String.raw`^(.*?)[\s[({【–—-]+(${time})[\])}】]?$`, 'u');
const secondTime = new RegExp(String.raw`^\s+(${time})(?=\s|$)`, 'u');
const onlyTime = new RegExp(`^${time}$`, 'u');
const paired = /^(?:\)|(?:\[\]|\(\)|\{\}|【】){1,2})?$/u;
const onlySeparators = /^[-–—−:|•·>→,;=~]+$/u;
/** One separator. After a space it needs a space or a letter behind it: a minus or hyphen belongs to its word. Before a digit it may belong to the time. */
const separator =
  /^(?:\s*[-–—−:|•·>→,;=~]+(?=\s|$)|[-–—−:|•·>→,;=~]+(?![-–—−:|•·>→,;=~\d])|\s+[–—:|•·>→]+(?=\p{L}))\s*/u;
/** Scripts without spaces between words may follow a time directly. */
const boundary = /^(?:$|\s|\p{Lo})/u;
/** A longer line is no chapter, and searching it for a time at its end would be slow. */
const longestTurned = 400;

/** The value of a decimal digit of any script; each script has its ten digits in order. */
function digitOf(digit: string): string {
  const code = digit.charCodeAt(0);
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCharCode(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
}

/** Replaces digits, colons and points of other scripts and widths, one unit by one unit. */
function withPlainTimes(line: string): string {
  return line
    .replace(/[：﹕∶]/gu, ':')
    .replace(/．/gu, '.')
    .replace(/(?=[\u0080-\uffff])\p{Nd}/gu, digitOf);
}

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

/** `1h02m03s` at the front of a line, after brackets and marks of lists, and as the end of a chapter. */
const units = String.raw`(?:(\d{1,3})\s?h(?:rs?|ours?)?\s?)?(?:(\d{1,3})\s?m(?:ins?|inutes?)?\s?)?(?:(\d{1,5})(?:[.,]\d+)?\s?s(?:ecs?|econds?)?)?`;
const unitsAtFront = new RegExp(
  `^(${leading.source.slice(1)})?([([{【]?)${units}(?![\\p{L}\\d]|:\\d)(?:(\\s*[-–—−]+\\s*)${units}(?![\\p{L}\\d]|:\\d))?`,
  'iu',
);
const onlyUnits = new RegExp(`^${units}$`, 'iu');

function unitsToSeconds(parts: readonly (string | undefined)[]): number | null {
  if (parts.every((part) => part === undefined)) return null;
  const [hours = '0', minutes = '0', seconds = '0'] = parts;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

/** A line whose time is written with units, with the time as others write it. @param isAny also with one unit, as `90s` */
export function withTimeCodes(line: string, isAny: boolean): string {
  return line.replace(
    unitsAtFront,
    (whole: string, lead = '', open = '', ...rest: (string | undefined)[]) => {
      const [start, end] = [rest.slice(0, 3), rest.slice(4, 7)];
      const [from, to] = [start, end].map(unitsToSeconds);
      const count = start.filter((part) => part !== undefined).length;
      if (from === null || from === undefined || count < (isAny ? 1 : 2)) return whole;
      const range = to === null || to === undefined ? (rest[3] ?? '') : ` - ${shortTime(to)}`;
      return `${String(lead)}${String(open)}${shortTime(from)}${range} `;
    },
  );
}

/** Seconds of a time as a file or a cell has it: a time code, `1m02s` or a number; null for other texts. */
export function secondsIn(text: string): number | null {
  const plain = withPlainTimes(text.trim());
  if (/^\d+(?:[.,]\d+)?s?$/u.test(plain)) return Number.parseInt(plain, 10);
  if (onlyTime.test(plain)) return secondsOf(plain);
  return unitsToSeconds(onlyUnits.exec(plain)?.slice(1) ?? []);
}

/** `h:mm:ss` or a fraction: written by a program, not as part of a title. */
const isExact = (text: string) => /:\d+:|[.,]/u.test(text);

/** Checks the parts of a chapter. @param end empty when there is none */
function toTitle(start: string, end: string, title: string): TimedTitle | LineFault {
  const from = secondsOf(start);
  const to = end === '' ? null : secondsOf(end);
  if (from === null) return { kind: 'bad-time', written: start };
  if (end !== '' && to === null) return { kind: 'bad-time', written: end };
  if (to !== null && to < from) return { kind: 'bad-end', time: shortTime(from), end: shortTime(to) };
  return title === '' ? { kind: 'no-title', time: shortTime(from) } : { from, title };
}

/** The line when its time is at the end, with the time moved to the front; else it has none. */
function withoutFrontTime(line: string, bare: string): LineFault {
  const [, words = '', written = ''] = bare.length > longestTurned ? [] : (atEnd.exec(bare) ?? []);
  const seconds = secondsOf(written);
  if (seconds === null || words === '') return { kind: 'no-time', words: line };
  return { kind: 'time-last', turned: `${shortTime(seconds)} ${words}` };
}

/** Reads a line `0:00 Title`, with bullets, brackets, numbers and end times as people and programs write them. */
export function readChapterLine(line: string): TimedTitle | LineFault {
  const bare = line.replace(bold, '$1$3');
  const start = leading.exec(withPlainTimes(bare))?.[0].length ?? 0;
  const words = bare.slice(start);
  const plain = withPlainTimes(words);
  const [whole = '', open = '', first = '', close = '', openEnd = '', end = '', closeEnd = ''] =
    atFront.exec(plain) ?? [];
  if (first === '') return withoutFrontTime(line, plain);
  const rest = words.slice(whole.length);
  const mark = separator.exec(rest)?.[0] ?? '';
  if (!paired.test(open + close + openEnd + closeEnd) || (mark === '' && !boundary.test(rest)))
    return { kind: 'bad-time', written: whole + (/^\S*/u.exec(rest)?.[0] ?? '') };
  const second = end === '' && mark === '' ? (secondTime.exec(plain.slice(whole.length))?.[1] ?? '') : '';
  const [from, next] = [secondsOf(first), secondsOf(second)];
  if (from === null || next === null) return toTitle(first, end, rest.slice(mark.length).trim());
  const title = rest.trimStart().slice(second.length).trim();
  if (isExact(first) && isExact(second) && next >= from && title !== '') return { from, title };
  return { kind: 'two-times', time: shortTime(from), second: shortTime(next) };
}

/** Reads the cells of a table row: an optional number, the start, an optional end, the title. Null for other rows. */
export function readChapterCells(row: readonly string[]): TimedTitle | LineFault | null {
  const cells = row.filter((cell) => cell !== '' && !onlySeparators.test(cell));
  const numbered = cells.length > 1 && /^#?\d{1,4}[.):]?$/u.test(cells[0] ?? '') ? cells.slice(1) : cells;
  const times = numbered
    .slice(0, 2)
    .map((cell) => withPlainTimes(cell).replace(/^\[(.*)\]$|^\((.*)\)$/u, '$1$2'));
  const [start = '', second = ''] = times.map((cell) => (onlyTime.test(cell) ? cell : ''));
  if (start === '' || numbered.length < 2) return null;
  const end = numbered.length > 2 ? second : '';
  const [title = '', ...extra] = numbered.slice(end === '' ? 1 : 2);
  return extra.length > 0 ? { kind: 'columns', extra: extra.join(' ') } : toTitle(start, end, title);
}

/** The words of a title beside its time, on one line. */
export function wordsOf(title: string): string {
  return titleBesideTime(typedLine(title));
}

/** Writes a line that {@link readChapterLine} reads back: a title that begins like a time or list is set off by a bar. */
export function chapterLine(from: number, title: string): string {
  const line = `${shortTime(from)} ${title}`;
  const read = readChapterLine(line);
  return title === '' || ('title' in read && read.title === title) ? line : `${shortTime(from)} | ${title}`;
}
