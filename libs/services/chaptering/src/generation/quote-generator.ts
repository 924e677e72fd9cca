import type { QuotesRequest, TextWriter } from '@vault/integrations';
import type { VerifiedQuote } from '../domain/chapter.ts';
import { verifyQuotes } from '../domain/verify-quote.ts';

/** Verifies quotes, and adds quotes of the extractive engine where too few are left. */
export class QuoteGenerator {
  constructor(private readonly extractive: TextWriter) {}

  /**
   * The proposed quotes that were said, completed from the same cues to the requested number where possible; none when
   * nothing was said about the user prompt.
   */
  async verifyAndComplete(proposed: readonly string[], request: QuotesRequest): Promise<VerifiedQuote[]> {
    const { cues, quoteCount, avoid, prompt } = request;
    const found = verifyQuotes(proposed, cues, quoteCount);
    if (found.length >= quoteCount || cues.length === 0) return found;
    const kept = found.map(({ text }) => text);
    const attempts: Pick<QuotesRequest, 'avoid' | 'prompt'>[] = [
      { prompt, avoid: [...kept, ...avoid] },
      // Quotes that the chapter has now: a repeated quote is better than a missing one.
      { prompt, avoid: kept },
    ];
    // The writer may have found more about the user prompt than the extractive engine does.
    if (kept.length > 0) attempts.push({ prompt: { ...prompt, user: '' }, avoid: kept });
    for (const attempt of attempts) {
      const { result } = await this.extractive.writeQuotes({ ...request, ...attempt });
      const more = verifyQuotes([...kept, ...result], cues, quoteCount);
      if (more.length >= quoteCount) return more;
      if (more.length > found.length) found.splice(0, found.length, ...more);
    }
    return found;
  }
}
