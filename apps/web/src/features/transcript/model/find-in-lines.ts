import { foldText, foldWithOrigins } from '@vault/contracts';
import { wordsPattern } from '../../../lib/text/words-pattern.ts';

/** An index of lines for searching. Offsets are in the folded text, in which a space separates the lines. */
export interface LineIndex {
  readonly folded: string;
  /** Offset of the start of each line. */
  readonly starts: readonly number[];
}

/** An occurrence of a keyword. It may begin in one line and end in a later one. */
export interface LineHit {
  /** The line it begins in. */
  readonly line: number;
  readonly from: number;
  /** Offset after its end. */
  readonly to: number;
}

/** A part of a line; `hit` says whether it belongs to the selected hit or to another one. */
export interface LinePart {
  readonly text: string;
  readonly hit?: 'chosen' | 'other';
}

/** Builds the index, once for all keywords. */
export function indexLines(lines: readonly string[]): LineIndex {
  const starts: number[] = [];
  let length = 0;
  const folded = lines.map((text) => {
    const line = foldText(text);
    starts.push(length);
    length += line.length + 1;
    return line;
  });
  return { folded: folded.join(' '), starts };
}

/**
 * All occurrences of a keyword in order, without overlaps.
 * @param isWanted leaves out others, which may overlap with the next one
 */
export function findInLines(
  { folded, starts }: LineIndex,
  keyword: string,
  isWanted: (hit: LineHit) => boolean = () => true,
): LineHit[] {
  const foldedKeyword = foldText(keyword).trim();
  const hits: LineHit[] = [];
  if (foldedKeyword === '') return hits;
  const pattern = wordsPattern(foldedKeyword);
  let line = 0;
  for (let found = pattern.exec(folded); found; found = pattern.exec(folded)) {
    const { index: from } = found;
    while ((starts[line + 1] ?? Infinity) <= from) line += 1;
    const hit = { line, from, to: pattern.lastIndex };
    if (isWanted(hit)) hits.push(hit);
    else pattern.lastIndex = from + 1;
  }
  return hits;
}

/** The first hit that does not end before an offset; the number of hits when there is none. */
function firstHitAt(hits: readonly LineHit[], offset: number): number {
  let [low, high] = [0, hits.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((hits[middle]?.to ?? Infinity) > offset) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * Splits a line into its hits and the text between them. The parts join to the original line.
 *
 * @param line index of the line in the indexed lines
 * @param chosen index of the selected hit
 */
export function partsOfLine(
  text: string,
  line: number,
  { starts }: LineIndex,
  hits: readonly LineHit[],
  chosen: number,
): LinePart[] {
  const start = starts[line] ?? 0;
  const origins = foldWithOrigins(text);
  const length = origins.folded.length;
  const parts: LinePart[] = [];
  let done = 0;
  const add = (to: number, hit?: LinePart['hit']) => {
    if (to > done) parts.push({ text: text.slice(done, to), ...(hit ? { hit } : {}) });
    done = Math.max(done, to);
  };
  for (let at = firstHitAt(hits, start); ; at += 1) {
    const hit = hits[at];
    if (!hit || hit.from >= start + length) break;
    add(origins.starts[Math.max(0, hit.from - start)] ?? done);
    add(origins.ends[Math.min(length, hit.to - start) - 1] ?? done, at === chosen ? 'chosen' : 'other');
  }
  add(text.length);
  return parts;
}
