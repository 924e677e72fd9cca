import { foldText } from '@vault/contracts';
import { foldWithOrigins } from './fold-with-origins.ts';

/** A piece of a text, and whether it is what was looked for. */
export interface TextPart {
  readonly text: string;
  readonly isMatch: boolean;
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
