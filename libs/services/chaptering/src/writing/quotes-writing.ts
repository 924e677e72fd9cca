import type { QuotesAsked, TextWriter } from '@vault/integrations';
import type { VerifiedQuote } from '../domain/chapter.ts';
import { verifyQuotes } from '../domain/verify-quote.ts';

/** Sees to it that quotes were said, and that there are as many as were chosen. */
export class QuotesWriting {
  constructor(private readonly keyless: TextWriter) {}

  /** The proposed quotes that were said; where too few are left, others of the same stretch take their place. */
  async checked(proposed: readonly string[], asked: QuotesAsked): Promise<VerifiedQuote[]> {
    const { cues, quoteCount, avoid } = asked;
    const found = verifyQuotes(proposed, cues, quoteCount);
    if (found.length >= quoteCount || cues.length === 0) return found;
    const had = found.map(({ text }) => text);
    // Those that the chapter has now come last: better the same again than fewer.
    for (const left of [[...had, ...avoid], had]) {
      const { result } = await this.keyless.writeQuotes({ ...asked, avoid: left });
      const more = verifyQuotes([...had, ...result], cues, quoteCount);
      if (more.length >= quoteCount) return more;
      if (more.length > found.length) found.splice(0, found.length, ...more);
    }
    return found;
  }
}
