import type { ProposedChapter } from '@vault/integrations';
import type { Chapter, Cue } from './chapter.ts';
import { verifyQuotes } from './verify-quote.ts';

export const maxTitleLength = 100;
export const maxSummaryLength = 100;
/** Chapters closer than this are one. Seconds. */
export const minChapterGap = 10;
export const maxChapters = 300;

export interface RuleInput {
  readonly proposed: readonly ProposedChapter[];
  readonly cues: readonly Cue[];
  readonly durationSeconds: number;
  /** Quotes wanted per chapter. */
  readonly quoteCount: number;
}

/**
 * The one gate for whatever any writer proposes: the first chapter starts at 0, starts rise by at least 10 seconds, lie
 * inside the video and on cues, titles and summaries have their lengths, titles are unique, quotes were really said.
 * Without cues, or without a usable proposal, the video is one chapter.
 */
export function applyChapterRules(input: RuleInput): Chapter[] {
  const { cues, quoteCount } = input;
  if (cues.length === 0) return [wholeVideo()];
  const kept = placeOnCues(input);
  const starts = kept.map(({ start }) => start);
  const titles = new Set<string>();
  return kept.map((chapter, index) => {
    const chapterCues = cuesBetween(cues, starts[index] ?? 0, starts[index + 1] ?? Infinity);
    const title = uniqueTitle(clip(chapter.title, maxTitleLength) || `Chapter ${String(index + 1)}`, titles);
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

/** Moves each start to the nearest cue and drops those too close to the one before, or outside. */
function placeOnCues({ proposed, cues, durationSeconds }: RuleInput): ProposedChapter[] {
  const cueStarts = cues.map(({ start }) => start);
  const placed = proposed
    .filter(({ start }) => Number.isFinite(start) && start >= 0 && start < durationSeconds)
    .sort((a, b) => a.start - b.start)
    .map((chapter) => ({ ...chapter, start: nearest(cueStarts, chapter.start) }));
  const kept: ProposedChapter[] = [];
  for (const chapter of placed) {
    if (kept.length === 0) kept.push({ ...chapter, start: 0 });
    else if (chapter.start - (kept.at(-1)?.start ?? 0) >= minChapterGap && chapter.start < durationSeconds) {
      kept.push(chapter);
    }
    if (kept.length === maxChapters) break;
  }
  return kept.length > 0 ? kept : [{ start: 0, title: 'Whole video', summary: '', quotes: [] }];
}

function nearest(sorted: readonly number[], value: number): number {
  let best = sorted[0] ?? 0;
  for (const candidate of sorted) {
    if (Math.abs(candidate - value) < Math.abs(best - value)) best = candidate;
    if (candidate > value) break;
  }
  return best;
}

function cuesBetween(cues: readonly Cue[], from: number, to: number): Cue[] {
  return cues.filter(({ start }) => start >= from && start < to);
}

/** One line without control or invisible characters, cut at a word where it is too long. */
export function clip(text: string, max: number): string {
  const line = text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
  if (line.length <= max) return line;
  let cut = '';
  for (const character of line) {
    if (cut.length + character.length > max - 1) break;
    cut += character;
  }
  const atWord = cut.lastIndexOf(' ');
  return `${(atWord > max / 2 ? cut.slice(0, atWord) : cut).trimEnd()}…`;
}

function uniqueTitle(title: string, taken: Set<string>): string {
  let unique = title;
  for (let count = 2; taken.has(unique.toLowerCase()); count += 1) {
    const suffix = ` (${String(count)})`;
    unique = clip(title, maxTitleLength - suffix.length) + suffix;
  }
  taken.add(unique.toLowerCase());
  return unique;
}
