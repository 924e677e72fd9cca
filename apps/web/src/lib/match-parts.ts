import { foldText } from '@vault/contracts';
import { foldWithOrigins } from './fold-with-origins.ts';

/** A piece of a text, and whether it is what was looked for. */
export interface TextPart {
  readonly text: string;
  readonly isMatch: boolean;
}

/** The first place at or behind another where one of some texts stands; of several there the longest. */
function nextPlace(folded: string, wanted: readonly string[], from: number): { at: number; length: number } {
  let best = { at: -1, length: 0 };
  for (const { length, at } of wanted.map((text) => ({
    length: text.length,
    at: folded.indexOf(text, from),
  }))) {
    const isNearer = best.at < 0 || at < best.at || (at === best.at && length > best.length);
    if (at >= 0 && isNearer) best = { at, length };
  }
  return best;
}

/**
 * Cuts a text where a keyword stands in it, or one of several, whatever its case and however its accents are encoded.
 * A keyword is plain text, never a pattern; joined again the parts are the text as it was.
 */
export function matchParts(text: string, keywords: string | readonly string[]): TextPart[] {
  const all = typeof keywords === 'string' ? [keywords] : keywords;
  const wanted = all.map((keyword) => foldText(keyword.trim())).filter((keyword) => keyword !== '');
  const { folded, starts, ends } = foldWithOrigins(text);
  const parts: TextPart[] = [];
  let done = 0;
  const add = (to: number, isMatch: boolean) => {
    if (to > done) parts.push({ text: text.slice(done, to), isMatch });
    done = Math.max(done, to);
  };
  for (let place = nextPlace(folded, wanted, 0); place.at >= 0;) {
    const last = place.at + place.length - 1;
    add(starts[place.at] ?? done, false);
    add(ends[last] ?? text.length, true);
    place = nextPlace(folded, wanted, last + 1);
  }
  add(text.length, false);
  return parts;
}
