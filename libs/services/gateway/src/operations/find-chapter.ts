import { formatTimeCode } from '@vault/contracts';
import type { chapteringRpc } from '@vault/contracts/rpc';
import { AppError } from '@vault/base';

/** How a caller identifies a chapter. */
export interface ChapterName {
  /** `HH:MM:SS`, as in the record: rounded down to whole seconds. */
  readonly start: string;
  /** Its index in the list, which distinguishes chapters that start in the same second. */
  readonly selIndex: number;
}

/** The current chapter with that start. */
export function findChapter(
  chapters: readonly chapteringRpc.Chapter[],
  { start, selIndex }: ChapterName,
): chapteringRpc.Chapter | undefined {
  const hasStart = (chapter: chapteringRpc.Chapter) => formatTimeCode(chapter.start) === start;
  const atIndex = chapters[selIndex];
  return atIndex && hasStart(atIndex) ? atIndex : chapters.find(hasStart);
}

/** @throws {AppError} conflict when there is no such chapter */
export function startOf(chapter: chapteringRpc.Chapter | undefined): number {
  if (!chapter) throw new AppError('conflict', 'This chapter no longer exists. Please reload the page.');
  return chapter.start;
}
