const characters = new Intl.Segmenter('en');
/** Longer characters are marks without end on one letter. */
const longestCharacter = 64;

/** The start of the character, as people see it, that contains an offset into a text; at its end, the length. */
export function characterStart(text: string, offset: number): number {
  if (offset <= 0 || offset >= text.length) return Math.min(Math.max(0, offset), text.length);
  // A window, so that the time does not depend on the text. It may begin within a character.
  const from = Math.max(0, offset - longestCharacter);
  const found = characters.segment(text.slice(from, offset + longestCharacter)).containing(offset - from);
  const start = found ? from + found.index : offset;
  const isEndless = start === from && from > 0;
  return isEndless ? pointStart(text, offset) : start;
}

/** The start of the code point that contains an offset. */
function pointStart(text: string, offset: number): number {
  return /[\uD800-\uDBFF]/.test(text.charAt(offset - 1)) ? offset - 1 : offset;
}

/** The beginning of a text of at most `max` UTF-16 units, which does not end within a character. */
export function cutText(text: string, max: number): string {
  // A first character that is longer is cut.
  return text.slice(0, characterStart(text, max) || pointStart(text, max));
}
