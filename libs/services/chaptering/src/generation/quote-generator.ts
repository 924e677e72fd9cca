import type { QuotesRequest, TextWriter } from '@vault/integrations';
import type { VerifiedQuote } from '../domain/chapter.ts';
import { verifyQuotes } from '../domain/verify-quote.ts';

/** Verifies quotes, and adds quotes of the keyless engine where too few are left. */
export class QuoteGenerator {
  constructor(private readonly keyless: TextWriter) {}

  /** The proposed quotes that were said, completed from the same cues to the requested number where possible. */
  async verifyAndComplete(proposed: readonly string[], request: QuotesRequest): Promise<VerifiedQuote[]> {
    const { cues, quoteCount, avoid } = request;
    const found = verifyQuotes(proposed, cues, quoteCount);
    if (found.length >= quoteCount || cues.length === 0) return found;
    const kept = found.map(({ text }) => text);
    // Quotes that the chapter has now are the last resort: a repeated quote is better than a missing one.
    for (const excluded of [[...kept, ...avoid], kept]) {
      const { result } = await this.keyless.writeQuotes({ ...request, avoid: excluded });
      const more = verifyQuotes([...kept, ...result], cues, quoteCount);
      if (more.length >= quoteCount) return more;
      if (more.length > found.length) found.splice(0, found.length, ...more);
    }
    return found;
  }
}
