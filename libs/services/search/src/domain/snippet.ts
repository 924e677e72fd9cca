import { foldText } from '@vault/contracts';

/** The maximum length of a text that is shown whole, in UTF-16 units. */
const maxWholeLength = 240;
/** UTF-16 units of a longer text that are shown before and after the match. */
const before = 80;
const after = 120;
const cut = '…';

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

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
  const folded = foldText(text);
  const from = folded.indexOf(keyword);
  const to = from + keyword.length;
  if (!mayChangeLength(text)) return [from, to];
  let length = 0;
  let start: number | undefined;
  for (const { index, segment } of graphemes.segment(text)) {
    if (length >= to) return [start ?? index, index];
    length += foldText(segment).length;
    if (length > from) start ??= index;
  }
  return [start ?? 0, text.length];
}

/** Whether folding may change the length: it never does in ASCII. */
function mayChangeLength(text: string): boolean {
  return /[^\0-\x7f]/.test(text);
}

/** The first start of a word in a span; else the start of the span, but not inside a surrogate pair. */
function nextWord(text: string, from: number, to: number): number {
  const space = text.slice(from, to).search(/\s/);
  if (space !== -1) return from + space + 1;
  return isLow(text, from) ? from + 1 : from;
}

function lastWord(text: string, from: number, to: number): number {
  const space = text.slice(from, to).search(/\s\S*$/);
  if (space > 0) return from + space;
  return isLow(text, to) ? to - 1 : to;
}

function isLow(text: string, at: number): boolean {
  return /[\uDC00-\uDFFF]/.test(text.charAt(at));
}
