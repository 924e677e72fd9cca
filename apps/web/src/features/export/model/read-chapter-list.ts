import { chapterLimit, chapterTextLimit, typedLine } from '@vault/contracts';
import { shortTime } from '../../../lib/format/format-time.ts';
import { readChapterDocument } from './chapter-documents.ts';
import type { ReadLine } from './chapter-documents.ts';
import { readChapterCells, readChapterLine } from './chapter-line.ts';
import type { LineFault } from './chapter-line.ts';

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

/** A line of a list, or of a table with tabs between its columns. */
function readLine(raw: string): ReadLine['read'] {
  const cells = raw.includes('\t') ? readChapterCells(raw.split('\t').map(typedLine)) : null;
  return cells ?? readChapterLine(typedLine(raw));
}

function readLines(text: string): ReadLine[] {
  const lines = text.replace(/^\ufeff/u, '').split(/\r\n|[\n\r\u2028\u2029]/u);
  const fromDocument = readChapterDocument(text.replace(/^\ufeff/u, ''), lines);
  if (fromDocument) return fromDocument;
  return lines.flatMap((raw, index) =>
    typedLine(raw) === '' ? [] : [{ line: index + 1, read: readLine(raw) }],
  );
}

function toChapter({ line, read }: ReadLine): ListedChapter | LineProblem {
  if ('kind' in read) return { ...read, line };
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
 * Parses a pasted list of chapters: one `0:00 Title` per line, or a file that was exported from a video. Empty lines are
 * ignored; a line that is not understood whole is a problem.
 * @param duration seconds; 0 when unknown
 */
export function readChapterList(text: string, duration: number): ChapterList {
  const chapters: ListedChapter[] = [];
  const problems: LineProblem[] = [];
  for (const each of readLines(text)) {
    const read = toChapter(each);
    const { line } = read;
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
