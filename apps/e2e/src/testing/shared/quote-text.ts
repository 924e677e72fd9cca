import type { Quote } from '@vault/contracts';

/** The text of a quote, with or without a timecode. */
export function quoteText(quote: Quote): string {
  return typeof quote === 'string' ? quote : quote.quote;
}

/** The index of a quote in a text; its first letter may be capitalised. -1 if it does not occur. */
export function findSaid(quote: string, said: string): number {
  const at = said.indexOf(quote);
  return at >= 0 ? at : said.indexOf(quote.charAt(0).toLowerCase() + quote.slice(1));
}
