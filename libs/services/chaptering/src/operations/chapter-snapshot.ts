import { AppError } from '@vault/platform';
import type { ChapterSetDocument } from '../chapters/chapter-set.schema.ts';
import type { Chapter } from '../domain/chapter.ts';

type ChapterSnapshot = Pick<Chapter, 'quotes' | 'searchQuotes'>;

/** For operations on the whole video. */
export const noChapter: ChapterSnapshot = { quotes: [] };

/** The chapter that an operation is about. @throws {AppError} `conflict` when it no longer exists */
export function requestedChapter(
  { chapters }: Pick<ChapterSetDocument, 'chapters'>,
  chapterStart: number | undefined,
): ChapterSnapshot {
  if (chapterStart === undefined) return noChapter;
  const chapter = chapters.find(({ start }) => start === chapterStart);
  if (!chapter) throw new AppError('conflict', 'This chapter is not there any more. Please reload the page.');
  return chapter;
}
