import { foldText, foldWithOrigins } from '@vault/contracts';
import { characterStart } from '@vault/webvtt';

/** The maximum length of a text that is shown whole, in UTF-16 units. */
const maxWholeLength = 240;
/** UTF-16 units of a longer text that are shown before and after the match. */
const before = 80;
const after = 120;
const cut = '…';

/** The text around the first term that it contains: all of it, or a window when it is long. */
export function snippetAround(text: string, terms: readonly string[]): string {
  if (text.length <= maxWholeLength) return text;
  const folded = foldText(text);
  const present = terms.map((term) => foldText(term)).find((term) => folded.includes(term));
  const [from, to] = present === undefined ? [0, 0] : rangeOf(text, present);
  const start = from <= before ? 0 : nextWord(text, from - before, from);
  const end = to + after >= text.length ? text.length : lastWord(text, to, to + after);
  return `${start > 0 ? cut : ''}${text.slice(start, end)}${end < text.length ? cut : ''}`;
}

/** The adjacent line before or after a match; of a long line the end that is nearer to the match. */
export function contextLine(text: string, side: 'before' | 'after'): string {
  if (text.length <= maxWholeLength) return text;
  return side === 'before'
    ? `${cut}${text.slice(nextWord(text, text.length - after, text.length))}`
    : `${text.slice(0, lastWord(text, 0, after))}${cut}`;
}

/** The range of the keyword in the original text; folding can change the length of a text. */
function rangeOf(text: string, keyword: string): [number, number] {
  const { folded, starts, ends } = foldWithOrigins(text);
  const from = folded.indexOf(keyword);
  const to = from + keyword.length;
  return [starts[from] ?? 0, ends[to - 1] ?? text.length];
}

/** The first start of a word in a span; else the start of the span, but not inside a character. */
function nextWord(text: string, from: number, to: number): number {
  const space = text.slice(from, to).search(/\s/);
  if (space !== -1) return from + space + 1;
  return characterStart(text, from);
}

function lastWord(text: string, from: number, to: number): number {
  const space = text.slice(from, to).search(/\s\S*$/);
  if (space > 0) return from + space;
  return Math.max(from, characterStart(text, to));
}
