import { foldText } from '@vault/contracts';

/** Longest text that is shown whole, in UTF-16 units. */
const wholeUpTo = 240;
/** What is shown of a longer one, before and after the match. */
const before = 80;
const after = 120;
const cut = '…';

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** What a text says around the first of some terms that it holds: all of it, or a window when it is long. */
export function snippetAround(text: string, terms: readonly string[]): string {
  if (text.length <= wholeUpTo) return text;
  const folded = foldText(text);
  const held = terms.map((term) => foldText(term)).find((term) => folded.includes(term));
  const [from, to] = held === undefined ? [0, 0] : placeOf(text, held);
  const start = from <= before ? 0 : nextWord(text, from - before, from);
  const end = to + after >= text.length ? text.length : lastWord(text, to, to + after);
  return `${start > 0 ? cut : ''}${text.slice(start, end)}${end < text.length ? cut : ''}`;
}

/** The beginning or the end of a long line beside the one that matched. */
export function nearLine(text: string, side: 'before' | 'after'): string {
  if (text.length <= wholeUpTo) return text;
  return side === 'before'
    ? `${cut}${text.slice(nextWord(text, text.length - after, text.length))}`
    : `${text.slice(0, lastWord(text, 0, after))}${cut}`;
}

/** Where in the written text the keyword stands. Folded, a text may be longer or shorter. */
function placeOf(text: string, keyword: string): [number, number] {
  const folded = foldText(text);
  const from = folded.indexOf(keyword);
  const to = from + keyword.length;
  if (!mayShift(text)) return [from, to];
  let length = 0;
  let start: number | undefined;
  for (const { index, segment } of graphemes.segment(text)) {
    if (length >= to) return [start ?? index, index];
    length += foldText(segment).length;
    if (length > from) start ??= index;
  }
  return [start ?? 0, text.length];
}

/** Whether a letter may fold to more or fewer units than it has: in Latin script, written composed, one alone does. */
function mayShift(text: string): boolean {
  return /[^\0-\u024f]|İ/.test(text);
}

/** The first beginning of a word in a span; else the span's own beginning, but in no surrogate pair. */
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
