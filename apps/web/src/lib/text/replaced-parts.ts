import { wordEdges } from '@vault/contracts';
import { wordsPattern } from './words-pattern.ts';

/** A part of a text; with `by`, it is replaced by other words. */
export interface ReplacedPart {
  readonly text: string;
  /** Empty: it is removed. */
  readonly by?: string;
}

/** The parts of a text in which words are replaced. @param words in their order; those that are not there are left out */
export function replacedParts(
  text: string,
  words: readonly { readonly found: string; readonly term: string }[],
): ReplacedPart[] {
  const isEdge = wordEdges(text);
  const parts: ReplacedPart[] = [];
  let done = 0;
  for (const { found, term } of words) {
    const pattern = wordsPattern(found);
    pattern.lastIndex = done;
    let match = pattern.exec(text);
    while (match && match[0] !== '' && !(isEdge(match.index) && isEdge(pattern.lastIndex))) {
      pattern.lastIndex = match.index + 1;
      match = pattern.exec(text);
    }
    if (!match || match[0] === '') continue;
    if (match.index > done) parts.push({ text: text.slice(done, match.index) });
    parts.push({ text: match[0], by: term });
    done = pattern.lastIndex;
  }
  if (done < text.length) parts.push({ text: text.slice(done) });
  return parts;
}
