/**
 * Text as one line of what can be seen: control characters and line ends become spaces; direction marks, joiners,
 * fillers, soft hyphens and halves of characters go.
 */
export function plainLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u2800]+/gu, ' ')
    .replace(/[\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]+/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();
}

/** {@link plainLine}, cut at a word where it is longer than `max` UTF-16 units. */
export function clip(text: string, max: number): string {
  const line = plainLine(text);
  if (line.length <= max) return line;
  let cut = '';
  for (const character of line) {
    if (cut.length + character.length > max - 1) break;
    cut += character;
  }
  const atWord = cut.lastIndexOf(' ');
  return `${(atWord > max / 2 ? cut.slice(0, atWord) : cut).trimEnd()}…`;
}
