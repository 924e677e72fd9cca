import { typedLine } from '@vault/contracts';
import { decodeEntities } from '@vault/webvtt';
import { fileChapter } from './chapter-files.ts';
import type { ReadLine } from './chapter-files.ts';
import { readChapterLine, withTimeCodes } from './chapter-line.ts';
import { isRule, readBareRow, readTableRow, tableOf } from './chapter-tables.ts';

/** A line of a list, or a part of one: HTML may have several in a line. */
interface Piece {
  readonly line: number;
  readonly text: string;
}

const htmlTag =
  /<\/?(?:[uo]l|li|p|br|div|span|a|b|i|em|strong|time|table|thead|tbody|tr|td|th|html|body|h[1-6]|d[ltd]|code|small|font)\b[^<>]*>/giu;
const looksLikeHtml = /^\s*<\/?(?:[uo]l|li|p|br|div|table|tr|dl|html|h[1-6])\b|<br\s*\/?>\s*$/imu;
const newPiece = /<(?:li|p|br|tr|div|h[1-6])\b/giu;
const tableCell = /<\/?t[dh]\b[^<>]*>/giu;

function htmlPieces(lines: readonly string[]): Piece[] {
  const rows: { line: number; text: string }[] = [];
  let isOpen = false;
  lines.forEach((text, at) => {
    // The cells of a row may be in lines of their own.
    if (isOpen) (rows.at(-1) as { text: string }).text += text;
    else rows.push({ line: at + 1, text });
    if (/<\/?tr\b/iu.test(text))
      isOpen = text.toLowerCase().lastIndexOf('<tr') > text.toLowerCase().lastIndexOf('</tr');
  });
  return rows.flatMap(({ line, text }) =>
    text
      .replace(newPiece, '\n$&')
      .split('\n')
      .map((piece) => ({ line, text: piece.replace(tableCell, '\t').replace(htmlTag, ' ') })),
  );
}

/** A time in the marks of code in Markdown. */
const codeTime = /^((?:\d{1,3}[.)])?[^\p{L}\p{N}`]*)`(\d[\d:.,]*)`/u;
/** The references that editors write for punctuation; captions know no names for these. */
const punctuation: Readonly<Record<string, string>> = {
  ndash: '–',
  mdash: '—',
  hellip: '…',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  middot: '·',
  bull: '•',
};

function decoded(text: string): string {
  return decodeEntities(
    text.replace(/&([a-z]{4,6});/gu, (whole, name: string) => punctuation[name] ?? whole),
  );
}

function piecesOf(lines: readonly string[]): Piece[] {
  const isHtml = lines.some((line) => looksLikeHtml.test(line));
  const pieces = isHtml ? htmlPieces(lines) : lines.map((text, at) => ({ line: at + 1, text }));
  return pieces
    .map(({ line, text }) => ({ line, text: decoded(text) }))
    .filter(({ text }) => typedLine(text) !== '' && !isRule(text));
}

const seconds = String.raw`(\d{1,6}(?:[.,]\d+)?)(?:\s?s(?:ec(?:ond)?s?)?)?(?![:：]\d|\s?(?:h|m|hours?|min(?:ute)?s?)\b)`;
const secondsRow = new RegExp(String.raw`^\s*${seconds}(?:\t${seconds})?(?:\s*[,;|:–—-]\s*|\s+)(.*)$`, 'u');
/** The frequencies of a label of Audacity. */
const frequencies = /^\\\t/u;

/** Labels of Audacity and other lists whose times are seconds; null for other lists. */
function readSeconds(pieces: readonly Piece[]): ReadLine[] | null {
  const rows = pieces.filter(({ text }) => !frequencies.test(text)).map(({ text }) => secondsRow.exec(text));
  const starts = rows.map((row) => Number(row?.[1]?.replace(',', '.') ?? NaN));
  const areFractions = rows.every((row) => row?.[1]?.match(/[.,]\d+$/));
  // These may be minutes and seconds.
  if (areFractions && rows.every((row) => row?.[1]?.match(/[.,][0-5]\d$/))) return null;
  // Numbers from 0 that rise by more than one are no numbers of lines.
  const areRising = starts.every((start, at) => start > (starts[at - 1] ?? -1));
  const isSeconds = areRising && starts[0] === 0 && (starts.at(-1) ?? 0) > starts.length;
  if (rows.length === 0 || starts.some(Number.isNaN) || !(areFractions || isSeconds)) return null;
  return pieces.map(({ line, text }) => {
    const [, start, , title] = secondsRow.exec(text) ?? [];
    return start === undefined ? leftOut(line, text) : fileChapter(line, start, title);
  });
}

function leftOut(line: number, text: string): ReadLine {
  return { line, read: { kind: 'left-out', words: typedLine(text) } };
}

/** Reads a list with a chapter in each line or row. */
export function readChapterLines(lines: readonly string[]): ReadLine[] {
  const pieces = piecesOf(lines);
  const inSeconds = readSeconds(pieces);
  if (inSeconds) return inSeconds;
  const hasTimeCodes = pieces.some(({ text }) => /\d[:：﹕∶]\p{Nd}/u.test(text));
  let table: ReturnType<typeof tableOf> = null;
  const read = pieces.map(({ line, text }): ReadLine => {
    if (table) return readTableRow(text, line, table);
    table = tableOf(text);
    if (table) return leftOut(line, text);
    return {
      line,
      read:
        readBareRow(text) ??
        readChapterLine(withTimeCodes(typedLine(text).replace(codeTime, '$1$2'), !hasTimeCodes)),
    };
  });
  return withoutHeadings(turned(read));
}

/** A list with the time at the end of each line, with the times at the front. */
function turned(read: readonly ReadLine[]): readonly ReadLine[] {
  const isTurned = (each: ReadLine) => 'kind' in each.read && each.read.kind === 'time-last';
  if (read.some((each) => 'title' in each.read) || read.filter(isTurned).length < 2) return read;
  return read.map((each) =>
    'kind' in each.read && each.read.kind === 'time-last'
      ? { ...each, read: readChapterLine(each.read.turned) }
      : each,
  );
}

/** Without titles of the list and of its parts; a line before the chapters with a digit may have a wrong time. */
function withoutHeadings(read: readonly ReadLine[]): ReadLine[] {
  const first = read.findIndex((each) => 'title' in each.read);
  return read.map((each, at) => {
    if (first < 0 || !('kind' in each.read) || each.read.kind !== 'no-time') return each;
    const { words } = each.read;
    const isHeading = /[:：]$|^#{1,6}\s/u.test(words) || (at < first && !/\p{N}/u.test(words));
    return isHeading ? leftOut(each.line, words) : each;
  });
}
