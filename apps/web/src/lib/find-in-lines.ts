import { foldText } from '@vault/contracts';
import { foldWithOrigins } from './fold-with-origins.ts';

/** Lines made ready to be searched. Offsets are those of the folded text, in which a space parts the lines. */
export interface LineIndex {
  readonly folded: string;
  /** Where each line begins. */
  readonly starts: readonly number[];
}

/** A place where a keyword stands. It may begin in one line and end in a later one. */
export interface LineHit {
  /** The line it begins in. */
  readonly line: number;
  readonly from: number;
  /** Behind its end. */
  readonly to: number;
}

/** A piece of a line, and whether it belongs to a hit: to the chosen one, or to another. */
export interface LinePart {
  readonly text: string;
  readonly hit?: 'chosen' | 'other';
}

// One unit for one, so that offsets stay what they are.
const foldLine = (text: string) => foldText(text).replaceAll(/\s/g, ' ');

/** Makes lines ready; it is done once for all keywords. */
export function indexLines(lines: readonly string[]): LineIndex {
  const starts: number[] = [];
  let length = 0;
  const folded = lines.map((text) => {
    const line = foldLine(text);
    starts.push(length);
    length += line.length + 1;
    return line;
  });
  return { folded: folded.join(' '), starts };
}

/** All places where a keyword stands, from first to last, none within another. */
export function findInLines({ folded, starts }: LineIndex, keyword: string): LineHit[] {
  const wanted = foldText(keyword.trim()).replaceAll(/\s+/g, ' ');
  const hits: LineHit[] = [];
  let line = 0;
  let from = wanted === '' ? -1 : folded.indexOf(wanted);
  while (from >= 0) {
    while ((starts[line + 1] ?? Infinity) <= from) line += 1;
    hits.push({ line, from, to: from + wanted.length });
    from = folded.indexOf(wanted, from + wanted.length);
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
 * Cuts a line where hits stand in it; joined again the parts are the line as it was.
 *
 * @param line which of the lines the index was made of
 * @param chosen which of the hits is the chosen one
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
