import type { Quote } from '@vault/contracts';

/** The text of a quote. */
export function quoteText(quote: Quote): string {
  return typeof quote === 'string' ? quote : quote.quote;
}

/** The start of the quote as `HH:MM:SS`; null when unknown. */
export function quoteTimeCode(quote: Quote): string | null {
  return typeof quote === 'string' ? null : quote.timecode;
}

/** Who says the quote; undefined when unknown. */
export function quoteSpeaker(quote: Quote): string | undefined {
  return typeof quote === 'string' ? undefined : quote.speaker;
}
