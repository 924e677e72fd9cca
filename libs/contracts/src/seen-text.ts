/** Controls and line ends, and a sign that is printed as a space. */
const gaps = /[\p{Cc}\p{Zl}\p{Zp}\u2800]+/gu;
/** Direction marks, joiners, tags, fillers, soft hyphens and halves of characters. */
const unseen = /[\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]+/gu;
/** Controls, line separators, and marks that turn the direction of text: they can make one text look like another. */
const misleading = /[\p{Cc}\p{Zl}\p{Zp}\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]+/gu;
/** As {@link misleading}, but line breaks and tabs stay. */
const misleadingInParagraphs =
  /(?![\n\t])[\p{Cc}\p{Zl}\p{Zp}\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]+/gu;

/**
 * One line of what a person would see. What cannot be seen can carry words to a model, or from one, that nobody read.
 */
export function seenLine(text: string): string {
  return text.replace(gaps, ' ').replace(unseen, '').replace(/\s+/gu, ' ').trim();
}

/** {@link seenLine} of each line, with the line breaks. */
export function seenLines(text: string): string {
  return text
    .split(/\r\n?|[\n\u2028\u2029]/u)
    .map(seenLine)
    .join('\n')
    .trim();
}

/** What a person typed as one line: joiners stay, since some scripts and signs are written with them. */
export function typedLine(text: string): string {
  return text.replace(misleading, ' ').trim();
}

/** As {@link typedLine}, with line breaks and tabs. */
export function typedParagraphs(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(misleadingInParagraphs, ' ').trim();
}
