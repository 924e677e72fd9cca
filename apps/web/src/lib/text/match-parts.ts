import { foldText, foldWithOrigins } from '@vault/contracts';

/** A part of a text; `isMatch` says whether it matches a keyword. */
export interface TextPart {
  readonly text: string;
  readonly isMatch: boolean;
}

/** The first match of any keyword at or after an offset; of several at the same offset, the longest. */
function nextMatch(
  folded: string,
  foldedKeywords: readonly string[],
  from: number,
): { at: number; length: number } {
  let best = { at: -1, length: 0 };
  for (const { length, at } of foldedKeywords.map((text) => ({
    length: text.length,
    at: folded.indexOf(text, from),
  }))) {
    const isNearer = best.at < 0 || at < best.at || (at === best.at && length > best.length);
    if (at >= 0 && isNearer) best = { at, length };
  }
  return best;
}

/**
 * Splits a text into the matches of one or several keywords and the text between them, ignoring case and the encoding
 * of accents. A keyword is plain text, not a pattern. The parts join to the original text.
 */
export function matchParts(text: string, keywords: string | readonly string[]): TextPart[] {
  const all = typeof keywords === 'string' ? [keywords] : keywords;
  const foldedKeywords = all.map((keyword) => foldText(keyword.trim())).filter((keyword) => keyword !== '');
  const { folded, starts, ends } = foldWithOrigins(text);
  const parts: TextPart[] = [];
  let done = 0;
  const add = (to: number, isMatch: boolean) => {
    if (to > done) parts.push({ text: text.slice(done, to), isMatch });
    done = Math.max(done, to);
  };
  for (let match = nextMatch(folded, foldedKeywords, 0); match.at >= 0;) {
    const last = match.at + match.length - 1;
    add(starts[match.at] ?? done, false);
    add(ends[last] ?? text.length, true);
    match = nextMatch(folded, foldedKeywords, last + 1);
  }
  add(text.length, false);
  return parts;
}
