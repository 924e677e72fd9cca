import type { Chapter } from '@vault/contracts';
import { secondsOf } from './time-code.ts';

/** A chapter with its place in time, in seconds. `end` is the next chapter's start, or the end of the video. */
export type ChapterSpan = Chapter & { readonly index: number; readonly from: number; readonly to: number };

/** Places chapters on the time line. A start at or past the end of the video gets a span of no length. */
export function chapterSpans(chapters: readonly Chapter[], duration: number): ChapterSpan[] {
  const starts = chapters.map((chapter) => secondsOf(chapter.start));
  return chapters.map((chapter, index) => {
    const from = starts[index] ?? 0;
    const to = starts[index + 1] ?? duration;
    return { ...chapter, index, from, to: Math.max(from, to) };
  });
}

/** The chapter that runs at a time, or -1 before the first. */
export function spanAt(spans: readonly { readonly from: number }[], seconds: number): number {
  return spans.findLastIndex((span) => span.from <= seconds);
}
