import { visibleLine, visibleLines } from '@vault/contracts';
import { cutText } from '@vault/webvtt';
import { withoutMarkup } from './without-markup.ts';

/** Most lines of transcripts: visible characters of Latin scripts and single spaces, and none that markup needs. */
const alreadyPlain = /^(?:(?![<[\]:])[!-~\u00A1-\u00AC\u00AE-\u024F\u2010-\u2027] ?)+(?<! )$/u;

/** One line of plain text: without invisible characters and markup. */
export function plainLine(text: string): string {
  return alreadyPlain.test(text) ? text : visibleLine(withoutMarkup(visibleLine(text)));
}

/**
 * As {@link plainLine}, but line breaks stay, at most one empty line at a time, and never more than `max` UTF-16
 * units.
 */
export function plainText(text: string, max: number): string {
  return typedText(withoutMarkup(visibleLines(text)), max);
}

/** As {@link plainText}, for what a person typed: markup stays. */
export function typedText(text: string, max: number): string {
  const plain = visibleLines(text).replace(/\n{3,}/g, '\n\n');
  if (plain.length <= max) return plain;
  return `${cutText(plain, max - 1).trimEnd()}…`;
}

/** {@link plainLine}, cut at a word where it is longer than `max` UTF-16 units. */
export function clip(text: string, max: number): string {
  const line = plainLine(text);
  if (line.length <= max) return line;
  const cut = cutText(line, max - 1);
  const atWord = cut.lastIndexOf(' ');
  return `${(atWord > max / 2 ? cut.slice(0, atWord) : cut).trimEnd()}…`;
}
