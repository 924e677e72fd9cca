import { chapterLimit, chapterTextLimit } from '@vault/contracts';
import { shortTime } from '../../../lib/format/format-duration.ts';
import { readChapterDocument } from './chapter-documents.ts';
import type { ReadLine } from './chapter-files.ts';
import type { LineFault } from './chapter-line.ts';
import { readChapterLines } from './chapter-lines.ts';

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
  | LineFault
  | { readonly kind: 'bad-json' }
  | { readonly kind: 'other-format'; readonly format: string }
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
  /** Lines that are no chapters, such as the title of the list: the list is valid without them. */
  readonly leftOut: readonly LeftOut[];
}

interface LeftOut {
  readonly line: number;
  readonly words: string;
}

function readLines(text: string): ReadLine[] {
  const plain = text.replace(/^\ufeff/u, '');
  const lines = plain.split(/\r\n|[\n\r\u2028\u2029]/u);
  return readChapterDocument(plain, lines) ?? readChapterLines(lines);
}

function toChapter({ line, read }: ReadLine): ListedChapter | LineProblem | LeftOut {
  if ('kind' in read) return read.kind === 'left-out' ? { words: read.words, line } : { ...read, line };
  if (read.title.length > chapterTextLimit)
    return { kind: 'long-title', length: read.title.length, limit: chapterTextLimit, line };
  return { ...read, line };
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
 * Parses a pasted list of chapters: one `0:00 Title` per line, a table, or a file of chapters. Empty lines are ignored, and
 * headings left out; another line that is not understood whole is a problem.
 * @param duration seconds; 0 when unknown
 */
export function readChapterList(text: string, duration: number): ChapterList {
  const chapters: ListedChapter[] = [];
  const problems: LineProblem[] = [];
  const leftOut: LeftOut[] = [];
  for (const each of readLines(text)) {
    const read = toChapter(each);
    const { line } = read;
    if (!('title' in read) || 'kind' in read) {
      if ('kind' in read) problems.push(read);
      else leftOut.push(read);
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
  return { chapters, problems, leftOut };
}
