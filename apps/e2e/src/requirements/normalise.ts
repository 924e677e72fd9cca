/** What all ways to write the same words have in common: no quotation marks, no markdown, no case, single spaces. */
export function normalise(text: string): string {
  return text
    .replaceAll(/['"‘’“”`*|\\]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ (?=[.,;:?!)])/g, '')
    .trim()
    .toLowerCase();
}
