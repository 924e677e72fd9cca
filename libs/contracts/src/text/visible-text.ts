/** Controls, line ends, and the blank braille pattern, which is displayed as a space. */
const gaps = /[\p{Cc}\p{Zl}\p{Zp}\u2800]+/gu;
/** Direction marks, joiners, tags, fillers, soft hyphens and halves of characters. */
const unseen = /[\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]+/gu;
/** Controls, line separators, and marks that turn the direction of text: they can make one text look like another. */
const misleading = /[\p{Cc}\p{Zl}\p{Zp}\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]+/gu;
/** As {@link misleading}, but line breaks and tabs stay. */
const misleadingInParagraphs =
  /(?![\n\t])[\p{Cc}\p{Zl}\p{Zp}\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]+/gu;

/**
 * The visible characters of a text, as one line. Invisible characters could carry hidden instructions to a language
 * model, or hidden text from one.
 */
export function visibleLine(text: string): string {
  return text.replace(gaps, ' ').replace(unseen, '').replace(/\s+/gu, ' ').trim();
}

/** {@link visibleLine} of each line; line breaks stay. */
export function visibleLines(text: string): string {
  return text
    .split(/\r\n?|[\n\u2028\u2029]/u)
    .map(visibleLine)
    .join('\n')
    .trim();
}

/** One line that a person typed: joiners stay, because some scripts and emoji need them. */
export function typedLine(text: string): string {
  return text.replace(misleading, ' ').trim();
}

/** As {@link typedLine}, with line breaks and tabs. */
export function typedParagraphs(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(misleadingInParagraphs, ' ').trim();
}
