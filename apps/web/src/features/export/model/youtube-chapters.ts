import { encodeEntities } from '@vault/webvtt';
import type { ChapterSpan } from '../../../lib/video/chapter-spans.ts';
import { shortTime } from '../../../lib/format/format-duration.ts';
import { chapterLine, wordsOf } from './chapter-line.ts';

/** Minimum number of chapters for YouTube, and minimum length of each in seconds. */
export const youtubeMinimum = { chapters: 3, seconds: 10 } as const;
/** Maximum length of a description on YouTube, in bytes. */
export const youtubeDescriptionBytes = 5000;

/**
 * A reason why YouTube would reject the chapters. `line` counts from 1; without it the problem concerns the whole text.
 */
export type YouTubeProblem =
  | { readonly kind: 'too-few'; readonly count: number }
  | { readonly kind: 'too-long'; readonly bytes: number }
  | { readonly kind: 'first-late'; readonly line: number; readonly time: string }
  | {
      readonly kind: 'too-short';
      readonly line: number;
      readonly seconds: number;
      /** The earliest start of the next chapter; for the last chapter, its own latest start. */
      readonly startTime: string;
      readonly isLast: boolean;
    }
  | { readonly kind: 'brackets'; readonly line: number };

/** Chapters in the format of a YouTube description. */
export interface YouTubeChapters {
  readonly text: string;
  readonly problems: readonly YouTubeProblem[];
}

function lineProblems(span: ChapterSpan, line: number, end: number, isLast: boolean): YouTubeProblem[] {
  const from = Math.floor(span.from);
  const seconds = Math.floor(end) - from;
  const problems: YouTubeProblem[] = [];
  if (line === 1 && from !== 0) problems.push({ kind: 'first-late', line, time: shortTime(from) });
  // Without the video's length, the length of the last chapter is unknown.
  if (seconds < youtubeMinimum.seconds && !(isLast && end <= 0)) {
    const startTime = isLast ? Math.floor(end) - youtubeMinimum.seconds : from + youtubeMinimum.seconds;
    problems.push({
      kind: 'too-short',
      line,
      seconds: Math.max(0, seconds),
      startTime: shortTime(startTime),
      isLast,
    });
  }
  if (/[<>]/.test(span.title)) problems.push({ kind: 'brackets', line });
  return problems;
}

/** A line that would be read as HTML, so that a pasted list gives it back. */
function withReferences(line: string): string {
  return /&#?\w+;/.test(line) ? encodeEntities(line) : line;
}

/**
 * Formats each chapter as a line `0:00 Title`, and checks the rules of YouTube: the first chapter at 0:00, at least
 * three chapters, each at least ten seconds long, and a description of at most 5,000 bytes without `<` and `>`.
 * @param duration seconds; 0 when unknown
 */
export function youtubeChapters(spans: readonly ChapterSpan[], duration: number): YouTubeChapters {
  const text = spans.map(({ from, title }) => withReferences(chapterLine(from, wordsOf(title)))).join('\n');
  const problems = spans.flatMap((span, index) => {
    const next = spans[index + 1];
    return lineProblems(span, index + 1, next ? next.from : duration, !next);
  });
  const bytes = new Blob([text]).size;
  if (spans.length < youtubeMinimum.chapters) problems.unshift({ kind: 'too-few', count: spans.length });
  if (bytes > youtubeDescriptionBytes) problems.unshift({ kind: 'too-long', bytes });
  return { text, problems };
}
