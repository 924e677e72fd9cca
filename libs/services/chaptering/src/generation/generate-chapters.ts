import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { ChaptersRequest, Generated, GeneratedChapters, TextWriter } from '@vault/integrations';
import type { Chapter } from '../domain/chapters/chapter.ts';
import { applyChapterRules } from '../domain/chapters/chapter-rules.ts';
import type { QuoteGenerator } from './quote-generator.ts';

/**
 * Valid chapters with the requested number of quotes where possible, and the summary of the video.
 * @param given chapters to use instead of those that the writer proposes
 */
export async function generateChapters(
  writer: TextWriter,
  quotes: QuoteGenerator,
  request: ChaptersRequest,
  given: readonly Chapter[] = [],
): Promise<
  { chapters: Chapter[]; summary: string; answer: string } & Pick<GeneratedChapters, 'isByModel' | 'reason'>
> {
  const { cues, durationSeconds, quoteCount } = request;
  // Without cues there is nothing to generate from.
  const { result, answer }: Generated<GeneratedChapters> =
    cues.length > 0
      ? await writer.writeChapters(request)
      : { result: { chapters: [], summary: '', isByModel: false }, answer: '' };
  const proposed = result.chapters;
  const valid = given.length > 0 ? given : applyChapterRules({ proposed, cues, durationSeconds, quoteCount });
  const chapters: Chapter[] = [];
  for (const [index, chapter] of valid.entries()) {
    const end = valid[index + 1]?.start ?? Infinity;
    if (chapter.quotes.length >= quoteCount) chapters.push(chapter);
    else {
      const own = cues.filter(({ start }) => start >= chapter.start && start < end);
      const proposed = chapter.quotes.map(({ text }) => text);
      const more = await quotes.verifyAndComplete(proposed, { ...request, cues: own, avoid: [] });
      chapters.push({ ...chapter, quotes: more });
      // Selecting quotes is slow: other work of this process must not wait for all chapters.
      await yieldToEventLoop();
    }
  }
  const { summary, isByModel, reason } = result;
  return { chapters, summary, isByModel, ...(reason && { reason }), answer };
}
