import { quoteLimit, quotesPerChapterLimit } from '@vault/contracts';
import type { Quote } from '@vault/contracts';
import { quoteText, quoteTimeCode } from '../../../lib/video/quote-parts.ts';

const linesOf = (text: string) =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** One quote for each line. The first line gets the time of the first quote, and so on; further lines have none. */
export function readQuotes(text: string, before: readonly Quote[]): Quote[] {
  return linesOf(text).map((quote, index) => {
    const old = before[index];
    const timecode = old === undefined ? null : quoteTimeCode(old);
    return timecode === null ? quote : { quote, timecode };
  });
}

/** Whether two lists have the same texts and times. */
export function isSameQuotes(one: readonly Quote[], other: readonly Quote[]): boolean {
  return (
    one.length === other.length &&
    one.every((quote, index) => {
      const same = other[index];
      return (
        same !== undefined &&
        quoteText(quote) === quoteText(same) &&
        quoteTimeCode(quote) === quoteTimeCode(same)
      );
    })
  );
}

type QuotesProblem = 'too many' | 'too long';

/** Why lines cannot be saved as quotes; null when they can. */
export function problemOfQuotes(text: string): QuotesProblem | null {
  const lines = linesOf(text);
  if (lines.length > quotesPerChapterLimit) return 'too many';
  return lines.some((line) => line.length > quoteLimit) ? 'too long' : null;
}
