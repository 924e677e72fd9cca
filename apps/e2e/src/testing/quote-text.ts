import type { Quote } from '@vault/contracts';

/** The words of a quote, with a moment or without. */
export function quoteText(quote: Quote): string {
  return typeof quote === 'string' ? quote : quote.quote;
}

/** Where a quote stands in what was said, to the letter, but that its first may be a capital; -1 where it does not. */
export function findSaid(quote: string, said: string): number {
  const at = said.indexOf(quote);
  return at >= 0 ? at : said.indexOf(quote.charAt(0).toLowerCase() + quote.slice(1));
}
