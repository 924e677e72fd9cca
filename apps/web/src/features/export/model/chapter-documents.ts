import { typedLine } from '@vault/contracts';
import { parseTimestamp, parseWebVtt } from '@vault/webvtt';
import { shortTime } from '../../../lib/format/format-duration.ts';
import { readFfmetadata, readJson, readNumbered, readXml } from './chapter-files.ts';
import type { ReadLine } from './chapter-files.ts';
import { readChapterLine } from './chapter-line.ts';
import type { LineFault, TimedTitle } from './chapter-line.ts';

const timing = /^\s*(\d[\d:]*[.,]\d+)\s*-->\s*(\d[\d:]*[.,]\d+)(?:\s.*)?$/u;
const heading = /^(#{1,6})\s+(.*?)(?:\s+#+)?\s*$/u;
const subRipTag = /<\/?(?:b|i|u|font)\b[^<>]*>|\{\\[^{}]*\}/giu;

/** The text of a cue as one line; the speaker precedes it. */
function cueTitle(payload: readonly string[], isSubRip: boolean): string {
  if (isSubRip) return typedLine(payload.join(' ').replace(subRipTag, '').replaceAll('\u2060', ''));
  const [cue] = parseWebVtt(['WEBVTT', '', '00:00.000 --> 00:01.000', ...payload].join('\n'));
  return typedLine(cue?.speaker === undefined ? (cue?.text ?? '') : `${cue.speaker}: ${cue.text}`);
}

function readCue(start: string, end: string, payload: readonly string[]): TimedTitle | LineFault {
  const [from, to] = [start, end].map((written) => parseTimestamp(written.replace(',', '.')));
  if (from === undefined) return { kind: 'bad-time', written: start };
  if (to === undefined) return { kind: 'bad-time', written: end };
  if (to < from) return { kind: 'bad-end', time: shortTime(from), end: shortTime(to) };
  const title = cueTitle(payload, start.includes(','));
  return title === '' ? { kind: 'no-title', time: shortTime(from) } : { from: Math.floor(from), title };
}

/** The blocks between empty lines, each with the index of its first line. */
function blocksOf(lines: readonly string[]): { from: number; block: readonly string[] }[] {
  const blocks: { from: number; block: string[] }[] = [];
  for (const [at, line] of lines.entries()) {
    const isEmpty = line.trim() === '';
    if (!isEmpty && (at === 0 || lines[at - 1]?.trim() === '')) blocks.push({ from: at, block: [] });
    if (!isEmpty) blocks.at(-1)?.block.push(line);
  }
  return blocks;
}

/** WebVTT or SubRip: a cue for each chapter. */
function readCues(lines: readonly string[]): ReadLine[] {
  return blocksOf(lines).flatMap(({ from, block }): ReadLine[] => {
    if (/^(?:WEBVTT|NOTE|STYLE|REGION)(?:\s|$)/u.test(block[0] ?? '')) return [];
    const isTiming = (line = '') => timing.test(line);
    // An identifier or a number may precede the times.
    const at = isTiming(block[0]) ? 0 : 1;
    const [, start = '', end = ''] = timing.exec(block[at] ?? '') ?? [];
    if (start === '') return [{ line: from + 1, read: { kind: 'no-time', words: block[0] ?? '' } }];
    const payload = block.slice(at + 1);
    const second = payload.findIndex(isTiming);
    if (second < 0) return [{ line: from + at + 1, read: readCue(start, end, payload) }];
    return [{ line: from + at + second + 2, read: { kind: 'no-time', words: block[at + second + 1] ?? '' } }];
  });
}

/** Markdown with a heading for each chapter, such as the exported notes; other text is its content. */
function readHeadings(lines: readonly string[]): ReadLine[] {
  const found = lines.flatMap((text, at) => {
    const [, marks = '', words = ''] = heading.exec(text) ?? [];
    const plain = typedLine(words).replace(/\\([!-/:-@[-`{-~])/gu, '$1');
    return marks === '' ? [] : [{ line: at + 1, level: marks.length, read: readChapterLine(plain) }];
  });
  const isTimed = ({ read }: ReadLine) => !('kind' in read && read.kind === 'no-time');
  const [title, ...others] = found;
  // The only heading of level 1 is the title of the document.
  const hasTitle = title?.level === 1 && others.some(isTimed) && others.every(({ level }) => level > 1);
  const headings = hasTitle ? others : found;
  const chapterLevel = headings.find(isTimed)?.level;
  return chapterLevel === undefined
    ? []
    : headings.filter((each) => each.level === chapterLevel || isTimed(each));
}

const isUnderlined = (line: string, next = '') => /^-+$/u.test(next) && next.length === line.length;

/** The exported text of a transcript: the line of each chapter is underlined. */
function readUnderlined(lines: readonly string[]): ReadLine[] {
  return lines.flatMap((text, at) =>
    isUnderlined(text, lines[at + 1]) ? [{ line: at + 1, read: readChapterLine(typedLine(text)) }] : [],
  );
}

/** The line of a chapter in the exported text of a transcript. */
export function underlined(line: string): string {
  return `${line}\n${'-'.repeat(line.length)}`;
}

/** Reads a text in a format with more than one line for a chapter; null when it is in none of them. */
export function readChapterDocument(text: string, lines: readonly string[]): ReadLine[] | null {
  // A title may look like the start of another format, so this is first.
  const marked = readUnderlined(lines);
  if (marked.some(({ read }) => 'title' in read)) return marked;
  const [first = '', second = ''] = lines.filter((line) => line.trim() !== '');
  if (/^\s*(?:\{\s*(?:["}]|$)|\[\s*(?:\{|$))/u.test(first)) return readJson(text);
  if (/^\s*<(?:\?xml|!DOCTYPE (?!html)|(?:\w+:)?chapters?\b|EditionEntry|ChapterAtom)/iu.test(first))
    return readXml(text);
  if (/^;FFMETADATA/iu.test(first) || /^\[CHAPTER\]\s*$/iu.test(first)) return readFfmetadata(lines);
  if (/^\s*CHAPTER\d{1,4}\s*=/iu.test(first)) return readNumbered(lines);
  if (lines.some((line) => /^\d{3,6}\s+\S+\s+\S+\s+[CDKW]\d*\s.*\d\d:\d\d:\d\d[:;]\d\d/u.test(line)))
    return [{ line: 1, read: { kind: 'other-format', format: 'EDL' } }];
  if (lines.some((line) => /^\s*INDEX \d\d \d+:\d\d:\d\d\s*$/u.test(line)))
    return [{ line: 1, read: { kind: 'other-format', format: 'cue sheet' } }];
  if (
    /^WEBVTT(?:\s|$)/u.test(first) ||
    timing.test(first) ||
    (/^\d+\s*$/u.test(first) && timing.test(second))
  )
    return readCues(lines);
  const headings = readHeadings(lines);
  return headings.length > 0 ? headings : null;
}
