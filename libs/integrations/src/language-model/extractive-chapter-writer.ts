import { chapterise } from '@vault/chapter-engine';
import type { ChapterWriter, ProposedChapter, WritingRequest } from './chapter-writer.ts';

/** Writes with words that were said: no key, no network, the same answer every time. */
export class ExtractiveChapterWriter implements ChapterWriter {
  write({
    cues,
    durationSeconds,
    quoteCount,
  }: WritingRequest): Promise<{ chapters: readonly ProposedChapter[]; summary: string }> {
    return Promise.resolve(chapterise(cues, { duration: durationSeconds, quoteCount }));
  }
}
