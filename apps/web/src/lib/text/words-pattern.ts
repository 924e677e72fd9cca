/** Some words as a pattern, for all their places; any space between them is a space, and so is a line break. */
export function wordsPattern(words: string): RegExp {
  const text = words
    .trim()
    .split(/\s+/)
    .map((part) => part.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`))
    .join(String.raw`\s+`);
  return new RegExp(text, 'gu');
}
