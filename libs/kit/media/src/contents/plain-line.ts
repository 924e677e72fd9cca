import { cutText } from '@vault/webvtt';

/** Marks that turn the direction of all text after them. */
const directionCharacters = /[\u202a-\u202e\u2066-\u2069]/g;

/** Makes one line of a text that a file contains: at most `max` characters, without control characters. */
export function plainLine(text: string, max: number): string {
  const line = text
    .slice(0, 4 * max)
    .replace(directionCharacters, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  return cutText(line, max).trim();
}
