/** How a request identifies a chapter. A request about the whole video has neither field. */
export interface ChapterRef {
  /** Seconds, or rounded down to whole seconds, as people see it. */
  readonly chapterStart?: number;
  /** Its index in the list, which distinguishes chapters that start in the same second. */
  readonly chapterIndex?: number;
}

/** The chapter with that start, or with that index when no start is given. */
export function findChapter<Chapter extends { readonly start: number }>(
  chapters: readonly Chapter[],
  { chapterStart, chapterIndex = -1 }: ChapterRef,
): Chapter | undefined {
  const atIndex = chapters[chapterIndex];
  if (chapterStart === undefined) return atIndex;
  const hasStart = ({ start }: Chapter) => Math.floor(start) === Math.floor(chapterStart);
  return atIndex && hasStart(atIndex) ? atIndex : chapters.find(hasStart);
}
