import { seenLine, seenLines } from '@vault/contracts';
import { withoutMarkup } from './without-markup.ts';

/** One line of words as people read them, whoever wrote or said them: nothing unseen, and no markup. */
export function plainLine(text: string): string {
  return seenLine(withoutMarkup(seenLine(text)));
}

/** As {@link plainLine}, but line breaks stay, at most one empty line at a time, and never more than `max` UTF-16 units. */
export function plainText(text: string, max: number): string {
  return typedText(withoutMarkup(seenLines(text)), max);
}

/** As {@link plainText}, for what a person typed: markup stays. */
export function typedText(text: string, max: number): string {
  const plain = seenLines(text).replace(/\n{3,}/g, '\n\n');
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
