import { setImmediate as breathe } from 'node:timers/promises';
import type { ChaptersAsked, TextWriter } from '@vault/integrations';
import type { Chapter } from '../domain/chapter.ts';
import { applyChapterRules } from '../domain/chapter-rules.ts';
import type { QuotesWriting } from './quotes-writing.ts';

/** Lawful chapters with as many quotes as were chosen where they hold as many, and the summary of the whole. */
export async function writeChapters(
  writer: TextWriter,
  quotes: QuotesWriting,
  asked: ChaptersAsked,
): Promise<{ chapters: Chapter[]; summary: string; answer: string }> {
  const { cues, durationSeconds, quoteCount } = asked;
  // Nobody speaks: there is nothing to write about.
  const { result, answer } =
    cues.length > 0
      ? await writer.writeChapters(asked)
      : { result: { chapters: [], summary: '' }, answer: '' };
  const lawful = applyChapterRules({ proposed: result.chapters, cues, durationSeconds, quoteCount });
  const chapters: Chapter[] = [];
  for (const [index, chapter] of lawful.entries()) {
    const end = lawful[index + 1]?.start ?? Infinity;
    if (chapter.quotes.length >= quoteCount) chapters.push(chapter);
    else {
      const own = cues.filter(({ start }) => start >= chapter.start && start < end);
      const proposed = chapter.quotes.map(({ text }) => text);
      const more = await quotes.checked(proposed, { ...asked, cues: own, avoid: [] });
      chapters.push({ ...chapter, quotes: more });
      // Choosing quotes takes a while: what else this process does goes on in between.
      await breathe();
    }
  }
  return { chapters, summary: result.summary, answer };
}
