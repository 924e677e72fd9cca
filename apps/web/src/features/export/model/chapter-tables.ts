import { typedLine } from '@vault/contracts';
import { fileChapter } from './chapter-files.ts';
import type { ReadLine } from './chapter-files.ts';
import { readChapterCells } from './chapter-line.ts';

const startNames =
  /^(?:start(?:[ _]?time)?|(?:time|start)[ _]?(?:code|stamp)?s?|time (?:in|start)|begin|from|in|position|offset)(?:\s*[([].*)?$/iu;
const titleNames =
  /^(?:(?:chapter|marker|section)?[ _]?(?:title|name)s?|chapters?|markers?|topics?|sections?|labels?|text|description|comments?)$/iu;
const delimiters = ['\t', '|', ';', ','] as const;

/** The cells of a row; those in quotation marks may have delimiters. */
function cellsOf(line: string, delimiter: string): string[] {
  const bare = delimiter === '|' ? line.trim().replace(/^\||\|$/gu, '') : line;
  const cells: string[] = [];
  let at = 0;
  while (at <= bare.length) {
    const quoted = /\s*"((?:[^"]|"")*)"\s*/uy;
    quoted.lastIndex = at;
    const found = quoted.exec(bare);
    const end = found ? quoted.lastIndex : -1;
    if (found && (end === bare.length || bare.startsWith(delimiter, end))) {
      cells.push(typedLine((found[1] ?? '').replaceAll('""', '"')));
      at = end + 1;
      continue;
    }
    const next = bare.indexOf(delimiter, at);
    const to = next < 0 ? bare.length : next;
    cells.push(typedLine(bare.slice(at, to)));
    at = to + 1;
  }
  return cells;
}

interface Table {
  readonly delimiter: string;
  readonly start: number;
  readonly title: number;
  /** How many columns it has. */
  readonly count: number;
}

/** The columns of a table whose row has their names; null for another row. */
export function tableOf(header: string): Table | null {
  // A title may have such words.
  if (/\d:\d/u.test(header)) return null;
  for (const delimiter of delimiters) {
    if (!header.includes(delimiter)) continue;
    const cells = cellsOf(header, delimiter).map((cell) => cell.replaceAll(/[*_`]{2}/gu, ''));
    const start = cells.findIndex((cell) => startNames.test(cell));
    const title = cells.findIndex((cell, at) => at !== start && titleNames.test(cell));
    if (start >= 0 && title >= 0) return { delimiter, start, title, count: cells.length };
  }
  return null;
}

/** The line under the names of the columns of a table in Markdown. */
export const isRule = (line: string): boolean =>
  /^\|?\s*:?-{2,}:?\s*(?:\|\s*:?-*:?\s*)*$/u.test(line.trim()) && line.includes('|');

/** Reads a row of a table with names of its columns. */
export function readTableRow(row: string, line: number, table: Table): ReadLine {
  const { delimiter, start, title, count } = table;
  const cells = cellsOf(row, delimiter);
  // The last column may have delimiters without quotation marks.
  const isLast = title === count - 1;
  const words = cells.slice(title, isLast ? undefined : title + 1).join(`${delimiter} `);
  return fileChapter(line, (cells[start] ?? '').replace(/^[[(](.*)[\])]$/u, '$1'), words);
}

/** Reads a row without names of columns: with bars around it, or with a title in quotation marks. Null for another line. */
export function readBareRow(row: string): ReadLine['read'] | null {
  if (row.includes('\t')) return readChapterCells(cellsOf(row, '\t'));
  if (/^\|.*\|$/u.test(row.trim())) return readChapterCells(cellsOf(row, '|'));
  const [, delimiter] = /^"?[\d:.]+"?([,;])\s*"/u.exec(row.trim()) ?? [];
  return delimiter === undefined ? null : readChapterCells(cellsOf(row.trim(), delimiter));
}
