import type { QuotesRequest, TextWriter } from '@vault/integrations';
import type { VerifiedQuote } from '../domain/chapters/chapter.ts';
import { verifyQuotes } from '../domain/chapters/verify-quote.ts';

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
    const texts = found.map(({ text }) => text);
    const attempts: Pick<QuotesRequest, 'avoid' | 'prompt'>[] = [
      { prompt, avoid: [...texts, ...avoid] },
      // Quotes that the chapter has now: a repeated quote is better than a missing one.
      { prompt, avoid: texts },
    ];
    // The writer may have found more about the user prompt than the extractive engine does.
    if (texts.length > 0) attempts.push({ prompt: { ...prompt, user: '' }, avoid: texts });
    for (const attempt of attempts) {
      const { result } = await this.extractive.writeQuotes({ ...request, ...attempt });
      const more = verifyQuotes([...texts, ...result], cues, quoteCount);
      if (more.length >= quoteCount) return more;
      if (more.length > found.length) found.splice(0, found.length, ...more);
    }
    return found;
  }
}
