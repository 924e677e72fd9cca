import type { Quote } from '@vault/contracts';

/** The words of a quote. */
export function quoteText(quote: Quote): string {
  return typeof quote === 'string' ? quote : quote.quote;
}

/** Where its words begin, as `HH:MM:SS`; null where that is not known. */
export function quoteTimeCode(quote: Quote): string | null {
  return typeof quote === 'string' ? null : quote.timecode;
}
