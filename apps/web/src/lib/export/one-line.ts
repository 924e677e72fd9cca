/** Controls, line separators, and marks that turn the direction of text. */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]+/gu;

/** Text as one line, without what nobody can see: as the server keeps titles. */
export function oneLine(text: string): string {
  return text.replace(unseen, ' ').trim();
}
