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

/** What a person typed as one line: joiners stay, since some scripts and signs are written with them. */
export function typedLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}

/** As {@link plainLine}, but line breaks stay, at most one empty line at a time, and never more than `max` UTF-16 units. */
export function plainText(text: string, max: number): string {
  const lines = text.split(/\r\n?|[\n\u2028\u2029]/).map(plainLine);
  const plain = lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  if (plain.length <= max) return plain;
  const cut = plain.slice(0, max - 1);
  // Not within a character.
  return `${cut.replace(/[\uD800-\uDBFF]$/, '').trimEnd()}…`;
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
