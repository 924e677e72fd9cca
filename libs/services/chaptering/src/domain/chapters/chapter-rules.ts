import { plainTitleAt } from '@vault/chapter-engine/plain-title';
import type { Chapter, Cue, Quote } from './chapter.ts';
import { clip } from './plain-line.ts';
import { verifyQuotes } from './verify-quote.ts';

export const maxTitleLength = 100;
export const maxSummaryLength = 100;
export const maxVideoSummaryLength = 2_000;
/** Chapters closer than this are one. Seconds. */
export const minChapterGap = 10;
export const maxChapters = 300;

/** A chapter as a writer proposes it. */
export interface ProposedChapter extends Pick<Chapter, 'start' | 'title' | 'summary'> {
  readonly quotes: readonly Pick<Quote, 'text'>[];
}

export interface RuleInput {
  readonly proposed: readonly ProposedChapter[];
  readonly cues: readonly Cue[];
  readonly durationSeconds: number;
  /** How many quotes each chapter should have. */
  readonly quoteCount: number;
}

/**
 * Makes valid chapters of any proposal: the first starts at 0, starts rise by at least 10 seconds and are on cues
 * inside the video, titles are unique, titles and summaries keep their maximum lengths, and quotes are verified.
 * Without cues, or without a usable proposal, the video is one chapter.
 */
export function applyChapterRules(input: RuleInput): Chapter[] {
  const { quoteCount } = input;
  const cues = input.cues.filter(({ start }) => Number.isFinite(start)).sort((a, b) => a.start - b.start);
  if (cues.length === 0) return [wholeVideo()];
  const snapped = snapToCues({ ...input, cues });
  const starts = snapped.map(({ start }) => start);
  const titles = new Set<string>();
  return snapped.map((chapter, index) => {
    const chapterCues = cuesBetween(cues, starts[index] ?? 0, starts[index + 1] ?? Infinity);
    // A writer that had the transcript in parts numbered the chapters of each part.
    const own = plainTitleAt(chapter.title, index + 1, chapter.start);
    const title = uniqueTitle(clip(own, maxTitleLength) || `Chapter ${String(index + 1)}`, titles);
    const firstWords = chapterCues.map(({ text }) => text).join(' ');
    return {
      start: chapter.start,
      title,
      summary: clip(chapter.summary, maxSummaryLength) || clip(firstWords, maxSummaryLength) || title,
      searchText: '',
      quotes: verifyQuotes(
        chapter.quotes.map(({ text }) => text),
        chapterCues,
        quoteCount,
      ),
    };
  });
}

function wholeVideo(): Chapter {
  return {
    start: 0,
    title: 'Whole video',
    summary: 'No words were recognised in this video.',
    searchText: '',
    quotes: [],
  };
}

/** Moves each start to the nearest cue; drops chapters outside the video or too close to the one before. */
function snapToCues({ proposed, cues, durationSeconds }: RuleInput): ProposedChapter[] {
  const cueStarts = cues.map(({ start }) => start);
  // The host may not know the duration: then no chapter is outside.
  const end = durationSeconds > 0 ? durationSeconds : Infinity;
  const snapped = proposed
    .filter(({ start }) => Number.isFinite(start) && start >= 0 && start < end)
    .sort((a, b) => a.start - b.start)
    .map((chapter) => ({ ...chapter, start: nearest(cueStarts, chapter.start) }));
  const spaced: ProposedChapter[] = [];
  for (const chapter of snapped) {
    if (spaced.length === maxChapters) break;
    if (spaced.length === 0) spaced.push({ ...chapter, start: 0 });
    else if (chapter.start - (spaced.at(-1)?.start ?? 0) >= minChapterGap && chapter.start < end)
      spaced.push(chapter);
  }
  return spaced.length > 0 ? spaced : [{ start: 0, title: 'Whole video', summary: '', quotes: [] }];
}

/** A binary search, because a transcript has thousands of cues, and a model may propose as many chapters. */
function nearest(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  const after = sorted[low] ?? sorted.at(-1) ?? 0;
  const before = sorted[low - 1] ?? after;
  return value - before <= after - value ? before : after;
}

function cuesBetween(cues: readonly Cue[], from: number, to: number): Cue[] {
  return cues.filter(({ start }) => start >= from && start < to);
}

/** Appends a number to a title that is taken, and adds the result to `taken`. */
export function uniqueTitle(title: string, taken: Set<string>): string {
  let unique = title;
  for (let count = 2; taken.has(unique.toLowerCase()); count += 1) {
    const suffix = ` (${String(count)})`;
    unique = clip(title, maxTitleLength - suffix.length) + suffix;
  }
  taken.add(unique.toLowerCase());
  return unique;
}
