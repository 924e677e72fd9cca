import { summariseChapters } from '@vault/chapter-engine';
import { maxChapters, maxSummaryLength, maxTitleLength, minChapterGap } from './chapter-rules.ts';
import type { Chapter, Cue } from './chapter.ts';
import { clip } from './plain-line.ts';

/** A chapter that the uploaded file contains. */
export type FileChapter = Pick<Cue, 'start' | 'text'>;

const noWords = 'No words were recognised in this chapter.';

/**
 * Makes chapters of those that a file contains: their titles, and their starts in whole seconds, the first at 0. Each has
 * a summary of words that were said in it.
 * @param durationSeconds 0 when unknown
 * @returns none when fewer than two are inside the video
 */
export function toFileChapters(
  list: readonly FileChapter[],
  cues: readonly Cue[],
  durationSeconds: number,
): Chapter[] {
  const end = durationSeconds > 0 ? durationSeconds : Infinity;
  const titles = new Map<number, string>();
  for (const { start, text } of [...list].sort((a, b) => a.start - b.start)) {
    const second = Math.max(0, Math.round(start));
    const title = clip(text, maxTitleLength);
    if (second < end && !titles.has(second) && titles.size < maxChapters) titles.set(second, title);
  }
  if (titles.size < 2) return [];
  const [[first]] = [...titles] as [[number, string]];
  // A chapter of a few seconds before the first one would be noise.
  if (first >= minChapterGap && titles.size < maxChapters) titles.set(0, 'Introduction');
  const starts = [...titles.keys()].sort((a, b) => a - b);
  const summaries = summariesOf(starts, cues);
  return starts.map((start, index) => ({
    start: index === 0 ? 0 : start,
    title: titles.get(start) || `Chapter ${String(index + 1)}`,
    summary: clip(summaries[index] ?? noWords, maxSummaryLength),
    searchText: '',
    quotes: [],
  }));
}

/** The summaries of the chapters in which something was said. */
function summariesOf(starts: readonly number[], cues: readonly Cue[]): (string | undefined)[] {
  const firstCues = starts.map((start, index) =>
    index === 0 ? 0 : cues.findIndex((cue) => cue.start >= start),
  );
  const spoken = firstCues.flatMap((cue, index) => {
    const next = firstCues.slice(index + 1).find((other) => other >= 0) ?? cues.length;
    return cue >= 0 && cue < next ? [{ cue, index }] : [];
  });
  if (spoken.length === 0) return [];
  const summaries = summariseChapters(
    cues,
    spoken.map(({ cue }) => cue),
  );
  const byChapter: (string | undefined)[] = [];
  for (const [at, { index }] of spoken.entries()) byChapter[index] = summaries[at];
  return byChapter;
}
