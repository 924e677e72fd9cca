/** A clause may end here without looking broken. */
const CLAUSE_END = /[,;:–—](?=\s)/gu;

/** Never leaves half of a surrogate pair. */
const cutWhole = (text: string, length: number): string => {
  const cut = text.slice(0, length);
  return /[\uD800-\uDBFF]$/u.test(cut) ? cut.slice(0, -1) : cut;
};

/**
 * Shortens a text at the end of a clause, else between words, and marks what was left out.
 *
 * @param most characters, the mark included
 */
export const shorten = (text: string, most: number): string => {
  if (text.length <= most) return text;
  const room = cutWhole(text, most - 1);
  const clause = [...room.matchAll(CLAUSE_END)].at(-1)?.index ?? 0;
  const space = room.lastIndexOf(' ');
  const end = clause > most / 2 ? clause : space > most / 2 ? space : room.length;
  return `${room.slice(0, end).replace(/[\s,;:–—-]+$/u, '')}…`;
};
