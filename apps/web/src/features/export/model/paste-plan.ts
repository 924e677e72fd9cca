import { parseTimeCode } from '@vault/contracts';
import type { VideoRecord } from '@vault/contracts';
import { mergeChapterList } from './merge-chapter-list.ts';
import type { MergedChapters } from './merge-chapter-list.ts';
import { readChapterList } from './read-chapter-list.ts';
import type { ChapterList } from './read-chapter-list.ts';

/** The effect of a pasted list on the chapters of a video. */
export interface PastePlan extends ChapterList {
  readonly merged: MergedChapters;
  /** Whether the list can be saved: it is valid, not empty and different from the present one. */
  readonly isReady: boolean;
  /** Whether the list equals the present chapters. */
  readonly isSame: boolean;
  /** The starts of the present chapters, in seconds. */
  readonly present: ReadonlySet<number>;
}

/** Parses a pasted text and compares it with the present chapters. */
export function pastePlan(text: string, video: Pick<VideoRecord, 'chapters' | 'duration'>): PastePlan {
  const list = readChapterList(text, video.duration);
  const merged = mergeChapterList(video.chapters, list.chapters);
  const isSame =
    list.problems.length === 0 &&
    merged.chapters.length === video.chapters.length &&
    merged.matchCount === video.chapters.length &&
    merged.chapters.every(({ title }, index) => title === video.chapters[index]?.title);
  return {
    ...list,
    merged,
    isReady: list.problems.length === 0 && list.chapters.length > 0 && !isSame,
    isSame,
    present: new Set(video.chapters.map(({ start }) => parseTimeCode(start) ?? 0)),
  };
}
