/** Text may be cut here without looking broken. */
const clauseEndPattern = /[,;:–—](?=\s)/gu;

/** Cuts, but not inside a surrogate pair. */
const cutWhole = (text: string, length: number): string => {
  const cut = text.slice(0, length);
  return /[\uD800-\uDBFF]$/u.test(cut) ? cut.slice(0, -1) : cut;
};

/**
 * Shortens a text at the end of a clause, else between words, and appends an ellipsis.
 *
 * @param maxLength in characters, with the ellipsis
 */
export const shorten = (text: string, maxLength: number): string => {
  if (text.length <= maxLength) return text;
  const cut = cutWhole(text, maxLength - 1);
  const clause = [...cut.matchAll(clauseEndPattern)].at(-1)?.index ?? 0;
  const space = cut.lastIndexOf(' ');
  const end = clause > maxLength / 2 ? clause : space > maxLength / 2 ? space : cut.length;
  return `${cut.slice(0, end).replace(/[\s,;:–—-]+$/u, '')}…`;
};
