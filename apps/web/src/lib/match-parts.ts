import { foldText } from '@vault/contracts';

/** A piece of a text, and whether it is what was looked for. */
export interface TextPart {
  readonly text: string;
  readonly isMatch: boolean;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The folded text, and for each of its units where the character it came from begins and ends. */
function foldWithOrigins(text: string) {
  let folded = '';
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { segment, index } of graphemes.segment(text)) {
    const piece = foldText(segment);
    folded += piece;
    for (let unit = 0; unit < piece.length; unit += 1) {
      starts.push(index);
      ends.push(index + segment.length);
    }
  }
  return { folded, starts, ends };
}

/**
 * Cuts a text where a keyword stands in it, whatever its case and however its accents are encoded. The keyword is
 * plain text, never a pattern; joined again the parts are the text as it was.
 */
export function matchParts(text: string, keyword: string): TextPart[] {
  const wanted = foldText(keyword.trim());
  const { folded, starts, ends } = foldWithOrigins(text);
  const parts: TextPart[] = [];
  let done = 0;
  const add = (to: number, isMatch: boolean) => {
    if (to > done) parts.push({ text: text.slice(done, to), isMatch });
    done = Math.max(done, to);
  };
  let at = wanted === '' ? -1 : folded.indexOf(wanted);
  while (at >= 0) {
    const last = at + wanted.length - 1;
    add(starts[at] ?? done, false);
    add(ends[last] ?? text.length, true);
    at = folded.indexOf(wanted, last + 1);
  }
  add(text.length, false);
  return parts;
}
