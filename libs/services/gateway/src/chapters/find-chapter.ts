import { formatTimeCode } from '@vault/contracts';
import type { chapteringRpc } from '@vault/contracts/rpc';

/** How a caller names a chapter. */
export interface ChapterName {
  /** `HH:MM:SS`, as the record says it: cut to whole seconds. */
  readonly start: string;
  /** Its place in the list, which tells chapters of the same second apart. */
  readonly selIndex: number;
}

/** The chapter with that start among those there are now. */
export function findChapter(
  chapters: readonly chapteringRpc.Chapter[],
  { start, selIndex }: ChapterName,
): chapteringRpc.Chapter | undefined {
  const isMeant = (chapter: chapteringRpc.Chapter) => formatTimeCode(chapter.start) === start;
  const atPlace = chapters[selIndex];
  return atPlace && isMeant(atPlace) ? atPlace : chapters.find(isMeant);
}
