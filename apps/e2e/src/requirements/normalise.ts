/** Normalises text for comparison: without quotation marks and markdown, in lower case, with single spaces. */
export function normalise(text: string): string {
  return text
    .replaceAll(/['"‘’“”`*|\\]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ (?=[.,;:?!)])/g, '')
    .trim()
    .toLowerCase();
}
