import { chapterLimit, chapterTextLimit, typedLine } from '@vault/contracts';
import { shortTime } from '../format-time.ts';

/** A time at the start of a line, and the text after it. */
interface FrontTime {
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
function frontTime(line: string): FrontTime | null {
  const bare = line.replaceAll('：', ':').replace(leading, '');
  const [whole = '', written = ''] = atFront.exec(bare) ?? [];
  if (written === '') return null;
  const rest = bare.slice(whole.length).replace(separators, '');
  return { written, seconds: secondsOf(written), rest };
}

/** A line whose time is at the end, with the time moved to the start: `5:00 Welcome` for `Welcome 5:00`; else null. */
function turnedLine(line: string): string | null {
  const [, words = '', written = ''] = atEnd.exec(line.replaceAll('：', ':').replace(leading, '')) ?? [];
  const seconds = secondsOf(written);
  return seconds === null || words === '' ? null : `${shortTime(seconds)} ${words}`;
}

/** A chapter that was read from a line. */
export interface ListedChapter {
  /** Seconds. */
  readonly from: number;
  readonly title: string;
  /** Line number from 1; empty lines count. */
  readonly line: number;
}

/** The error of a line. Times are formatted like `1:02:03`. */
type Fault =
  | { readonly kind: 'no-time'; readonly words: string }
  /** The time is at the end; `turned` is the corrected line. */
  | { readonly kind: 'time-last'; readonly turned: string }
  | { readonly kind: 'bad-time'; readonly written: string }
  | { readonly kind: 'no-title'; readonly time: string }
  | { readonly kind: 'long-title'; readonly length: number; readonly limit: number }
  | { readonly kind: 'first-late'; readonly time: string; readonly title: string }
  | {
      readonly kind: 'not-after';
      readonly time: string;
      readonly earlier: string;
      readonly otherLine: number;
    }
  | { readonly kind: 'twice'; readonly time: string; readonly otherLine: number }
  | { readonly kind: 'past-end'; readonly time: string; readonly end: string }
  | { readonly kind: 'too-many'; readonly limit: number };

export type LineProblem = Fault & { readonly line: number };

export interface ChapterList {
  /** The chapters of the valid lines. The whole list is valid only without problems. */
  readonly chapters: readonly ListedChapter[];
  readonly problems: readonly LineProblem[];
}

function readLine(text: string, line: number): ListedChapter | LineProblem {
  const front = frontTime(text);
  if (!front) {
    const turned = turnedLine(text);
    return turned ? { kind: 'time-last', turned, line } : { kind: 'no-time', words: text, line };
  }
  if (front.seconds === null) return { kind: 'bad-time', written: front.written, line };
  if (front.rest === '') return { kind: 'no-title', time: shortTime(front.seconds), line };
  if (front.rest.length > chapterTextLimit)
    return { kind: 'long-title', length: front.rest.length, limit: chapterTextLimit, line };
  return { from: front.seconds, title: front.rest, line };
}

/** The error of a chapter's position among the ones before it. */
function positionFault(
  { from, title }: ListedChapter,
  before: readonly ListedChapter[],
  duration: number,
): Fault | null {
  const time = shortTime(from);
  const last = before.at(-1);
  const same = before.find((other) => other.from === from);
  if (same) return { kind: 'twice', time, otherLine: same.line };
  if (last && from < last.from)
    return { kind: 'not-after', time, earlier: shortTime(last.from), otherLine: last.line };
  if (duration > 0 && from >= duration) return { kind: 'past-end', time, end: shortTime(duration) };
  return !last && from > 0 ? { kind: 'first-late', time, title } : null;
}

/**
 * Parses a pasted list of chapters, one `0:00 Title` per line. Empty lines are ignored.
 * @param duration seconds; 0 when unknown
 */
export function readChapterList(text: string, duration: number): ChapterList {
  const chapters: ListedChapter[] = [];
  const problems: LineProblem[] = [];
  for (const [index, raw] of text.split(/\r\n|[\n\r\u2028\u2029]/).entries()) {
    const line = index + 1;
    const words = typedLine(raw);
    if (words === '') continue;
    const read = readLine(words, line);
    if ('kind' in read) {
      problems.push(read);
      continue;
    }
    if (chapters.length === chapterLimit) {
      problems.push({ kind: 'too-many', limit: chapterLimit, line });
      break;
    }
    const fault = positionFault(read, chapters, duration);
    // After an invalid line it is unknown whether this chapter is the first.
    if (fault && !(fault.kind === 'first-late' && problems.length > 0)) problems.push({ ...fault, line });
    chapters.push(read);
  }
  return { chapters, problems };
}
