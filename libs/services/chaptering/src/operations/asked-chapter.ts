import { AppError } from '@vault/platform';
import type { ChapterSetDocument } from '../chapters/chapter-set.schema.ts';
import type { Chapter } from '../domain/chapter.ts';

type AskedChapter = Pick<Chapter, 'quotes' | 'searchQuotes'>;

/** What an operation on the whole video knows of chapters. */
export const noChapter: AskedChapter = { quotes: [] };

/** The chapter that an operation is about. @throws {AppError} conflict when it is not there any more */
export function askedChapter(
  { chapters }: Pick<ChapterSetDocument, 'chapters'>,
  chapterStart: number | undefined,
): AskedChapter {
  if (chapterStart === undefined) return noChapter;
  const chapter = chapters.find(({ start }) => start === chapterStart);
  if (!chapter) throw new AppError('conflict', 'This chapter is not there any more. Please reload the page.');
  return chapter;
}
