/**
 * One line of what a person would see: controls and line ends become spaces; direction marks, joiners, tags, fillers
 * and halves of characters go. What cannot be seen can carry words to a model that nobody read.
 */
export function seenLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u2800]+/gu, ' ')
    .replace(/[\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]+/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();
}

/** {@link seenLine} of each line, with the line breaks. */
export function seenLines(text: string): string {
  return text
    .split(/\r\n?|\n/u)
    .map(seenLine)
    .join('\n')
    .trim();
}
