import type { Chapter } from '@vault/contracts';
import { secondsOf } from '../format/format-duration.ts';

/** A chapter with its time span, in seconds. `to` is the start of the next chapter, or the end of the video. */
export type ChapterSpan = Chapter & { readonly index: number; readonly from: number; readonly to: number };

/** Computes the spans of chapters. A chapter that starts at or after the end of the video has length 0. */
export function chapterSpans(chapters: readonly Chapter[], duration: number): ChapterSpan[] {
  const starts = chapters.map((chapter) => secondsOf(chapter.start));
  return chapters.map((chapter, index) => {
    const from = starts[index] ?? 0;
    const to = starts[index + 1] ?? duration;
    return { ...chapter, index, from, to: Math.max(from, to) };
  });
}

/** Index of the chapter at a time; -1 before the first. */
export function spanAt(spans: readonly { readonly from: number }[], seconds: number): number {
  return spans.findLastIndex((span) => span.from <= seconds);
}

/** The span from a time to the end of its chapter. */
export function restOfChapter(
  seconds: number,
  spans: readonly { readonly from: number }[],
  duration: number,
): { readonly from: number; readonly to: number } {
  return { from: seconds, to: spans[spanAt(spans, seconds) + 1]?.from ?? duration };
}
