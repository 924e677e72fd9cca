/** A part of a text; with `by`, it is replaced by other words. */
export interface ReplacedPart {
  readonly text: string;
  /** Empty: it is removed. */
  readonly by?: string;
}

const word = String.raw`[\p{L}\p{M}\p{N}]`;

/** Some words as a pattern that matches them as whole words, also across a line break. */
function patternOf(words: string): RegExp {
  const text = words
    .trim()
    .split(/\s+/)
    .map((part) => part.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`))
    .join(String.raw`\s+`);
  return new RegExp(`(?<!${word})${text}(?!${word})`, 'gu');
}

/** The parts of a text in which words are replaced. @param words in their order; those that are not there are left out */
export function replacedParts(
  text: string,
  words: readonly { readonly found: string; readonly term: string }[],
): ReplacedPart[] {
  const parts: ReplacedPart[] = [];
  let done = 0;
  for (const { found, term } of words) {
    const pattern = patternOf(found);
    pattern.lastIndex = done;
    const match = pattern.exec(text);
    if (!match || match[0] === '') continue;
    if (match.index > done) parts.push({ text: text.slice(done, match.index) });
    parts.push({ text: match[0], by: term });
    done = pattern.lastIndex;
  }
  if (done < text.length) parts.push({ text: text.slice(done) });
  return parts;
}
