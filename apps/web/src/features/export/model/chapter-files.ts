import { typedLine } from '@vault/contracts';
import { decodeEntities } from '@vault/webvtt';
import { shortTime } from '../../../lib/format/format-duration.ts';
import { secondsIn } from './chapter-line.ts';
import type { LineFault, TimedTitle } from './chapter-line.ts';

/** What was read from a line, counted from 1. */
export interface ReadLine {
  readonly line: number;
  readonly read:
    | TimedTitle
    | LineFault
    | { readonly kind: 'bad-json' }
    /** Words that are no chapter, such as the title of the list. */
    | { readonly kind: 'left-out'; readonly words: string }
    | { readonly kind: 'other-format'; readonly format: string };
}

/** A chapter as a file has it. @param start as it is written; seconds, if a number */
export function fileChapter(line: number, start: unknown, title: unknown): ReadLine {
  const written = typeof start === 'number' || typeof start === 'string' ? String(start) : '';
  const from = typeof start === 'number' ? start : secondsIn(written);
  if (from === null || !(from >= 0)) return { line, read: { kind: 'bad-time', written } };
  const words = typeof title === 'string' ? typedLine(title) : '';
  const seconds = Math.floor(from);
  if (words === '') return { line, read: { kind: 'no-title', time: shortTime(seconds) } };
  return { line, read: { from: seconds, title: words } };
}

interface JsonChapter {
  readonly start?: unknown;
  readonly startTime?: unknown;
  readonly start_time?: unknown;
  readonly title?: unknown;
  readonly toc?: unknown;
  readonly tags?: { readonly title?: unknown } | null;
}

function chaptersInJson(text: string): { chapters: readonly unknown[]; isOwn: boolean } | null {
  try {
    const file = JSON.parse(text) as {
      video?: { chapters?: unknown } | null;
      chapters?: unknown;
      format?: unknown;
    } | null;
    const own = file?.video?.chapters;
    if (Array.isArray(own)) return { chapters: own, isOwn: true };
    const others = Array.isArray(file) ? file : file?.chapters;
    return Array.isArray(others) && others.length > 0 ? { chapters: others, isOwn: false } : null;
  } catch {
    return null;
  }
}

/** The lines of the chapters' starts: in a text `"` is escaped, and in an exported file only the starts of chapters are texts. */
function startLines(text: string, isOwn: boolean): number[] {
  let line = 1;
  const lines: number[] = [];
  for (const [found] of text.matchAll(isOwn ? /\n|"start"\s*:\s*"/gu : /\n|"start(?:Time|_time)?"\s*:/gu)) {
    if (found === '\n') line += 1;
    else lines.push(line);
  }
  return lines;
}

/** The exported JSON file of a video, or the chapters of a podcast: JSON Chapters, Podlove, yt-dlp, ffprobe. */
export function readJson(text: string): ReadLine[] {
  const found = chaptersInJson(text);
  if (!found) return [{ line: 1, read: { kind: 'bad-json' } }];
  const lines = startLines(text, found.isOwn);
  return found.chapters.map((chapter, index): ReadLine => {
    const line = lines[index] ?? 1;
    const { start, startTime, start_time, title, toc, tags } = (chapter ?? {}) as JsonChapter;
    // A podcast may have pictures between its chapters.
    const words = title ?? tags?.title;
    const name = typeof words === 'string' ? words : '';
    if (toc === false) return { line, read: { kind: 'left-out', words: name } };
    // The `start` of ffprobe counts in a unit of its own.
    const written = startTime ?? start_time ?? start;
    return written !== undefined && name !== ''
      ? fileChapter(line, written, name)
      : { line, read: { kind: 'bad-json' } };
  });
}

/** The number of the line at an offset, for offsets that rise. */
function lineCounter(text: string): (at: number) => number {
  let [line, done] = [1, 0];
  return (at) => {
    for (let next = text.indexOf('\n', done); next >= 0 && next < at; next = text.indexOf('\n', done)) {
      line += 1;
      done = next + 1;
    }
    return line;
  };
}

const podlove = /<(?:\w+:)?chapter\s([^<>]*)>/gu;
const matroska = /<ChapterTimeStart>([^<]*)<|<ChapterString>([^<]*)</gu;

/** Podlove Simple Chapters, or chapters of Matroska; another file of XML is named. */
export function readXml(text: string): ReadLine[] {
  const lineAt = lineCounter(text);
  const simple = [...text.matchAll(podlove)].map(({ 1: attributes = '', index }) => {
    const valueOf = (name: string) => {
      const [, , value] = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(["'])(.*?)\\1`, 'su').exec(attributes) ?? [];
      return decodeEntities(value ?? '');
    };
    return fileChapter(lineAt(index), valueOf('start'), valueOf('title'));
  });
  if (simple.length > 0) return simple;
  const atoms: { line: number; start: string; title?: string }[] = [];
  for (const { 1: start, 2: title, index } of text.matchAll(matroska)) {
    const last = atoms.at(-1);
    if (start !== undefined) atoms.push({ line: lineAt(index), start: start.trim() });
    else if (last) last.title ??= decodeEntities(title ?? '');
  }
  if (atoms.length > 0) return atoms.map(({ line, start, title }) => fileChapter(line, start, title));
  return [{ line: 1, read: { kind: 'other-format', format: 'XML' } }];
}

/** The metadata of ffmpeg: a section for each chapter, whose times are in a unit of its own. */
export function readFfmetadata(lines: readonly string[]): ReadLine[] {
  const sections: { line: number; values: Map<string, string> }[] = [];
  let values = new Map<string, string>();
  lines.forEach((line, at) => {
    if (/^\[[^\]]*\]\s*$/u.test(line)) {
      values = new Map();
      if (/^\[CHAPTER\]/iu.test(line)) sections.push({ line: at + 1, values });
    }
    const [, key = '', value = ''] = /^([^=;#[][^=]*)=(.*)$/u.exec(line) ?? [];
    if (key !== '') values.set(key.trim().toLowerCase(), value.replace(/\\(.)/gu, '$1'));
  });
  return sections.map(({ line, values: own }) => {
    const [, unit = '1', parts = '1000000000'] = /^(\d+)\/(\d+)$/u.exec(own.get('timebase') ?? '') ?? [];
    const start = own.get('start') ?? '';
    const seconds = (Number(start) * Number(unit)) / Number(parts);
    return fileChapter(line, /^\d+$/u.test(start.trim()) ? seconds : start, own.get('title'));
  });
}

const named = /^\s*CHAPTER(\d{1,4})(NAME)?\s*=(.*)$/iu;

/** Two lines for each chapter: `CHAPTER01=00:00:00.000` and `CHAPTER01NAME=Title`. */
export function readNumbered(lines: readonly string[]): ReadLine[] {
  const titles = new Map<string, string>();
  for (const line of lines) {
    const [, number = '', isName, title = ''] = named.exec(line) ?? [];
    if (isName !== undefined) titles.set(number, title);
  }
  return lines.flatMap((line, at): ReadLine[] => {
    if (line.trim() === '') return [];
    const [, number, isName, start = ''] = named.exec(line) ?? [];
    if (number === undefined) return [{ line: at + 1, read: { kind: 'no-time', words: line } }];
    return isName === undefined ? [fileChapter(at + 1, start.trim(), titles.get(number))] : [];
  });
}
