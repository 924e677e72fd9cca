import type { Quote } from '@vault/contracts';

/** The words of a quote, with a moment or without. */
export function quoteText(quote: Quote): string {
  return typeof quote === 'string' ? quote : quote.quote;
}
