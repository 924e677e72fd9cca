import { typedLine } from '@vault/contracts';
import type { ChapterSpan } from '../chapter-spans.ts';
import { shortTime } from './short-time.ts';

/** How many chapters YouTube asks for, and how long each has to be, in seconds. */
export const youtubeMinimum = { chapters: 3, seconds: 10 } as const;
/** Most bytes of a description on YouTube. */
export const youtubeDescriptionBytes = 5000;

/** Why YouTube would not make chapters of the text. `line` counts from 1; without it the whole text is meant. */
export type YouTubeProblem =
  | { readonly kind: 'too-few'; readonly count: number }
  | { readonly kind: 'too-long'; readonly bytes: number }
  | { readonly kind: 'first-late'; readonly line: number; readonly time: string }
  | {
      readonly kind: 'too-short';
      readonly line: number;
      readonly seconds: number;
      /** Where what follows had to begin, or, for the last chapter, where this one had to begin at the latest. */
      readonly mend: string;
      readonly isLast: boolean;
    }
  | { readonly kind: 'brackets'; readonly line: number };

/** Chapters as YouTube reads them in a description. */
export interface YouTubeChapters {
  readonly text: string;
  readonly problems: readonly YouTubeProblem[];
}

function lineProblems(span: ChapterSpan, line: number, end: number, isLast: boolean): YouTubeProblem[] {
  const from = Math.floor(span.from);
  const seconds = Math.floor(end) - from;
  const problems: YouTubeProblem[] = [];
  if (line === 1 && from !== 0) problems.push({ kind: 'first-late', line, time: shortTime(from) });
  // How long the last one is, is not known where the video's length is not.
  if (seconds < youtubeMinimum.seconds && !(isLast && end <= 0)) {
    const mend = isLast ? Math.floor(end) - youtubeMinimum.seconds : from + youtubeMinimum.seconds;
    problems.push({ kind: 'too-short', line, seconds: Math.max(0, seconds), mend: shortTime(mend), isLast });
  }
  if (/[<>]/.test(span.title)) problems.push({ kind: 'brackets', line });
  return problems;
}

/**
 * One line for each chapter, `0:00 Title`, and why YouTube would not take them for chapters: it wants the first at 0:00,
 * at least three, each of ten seconds at least, and a description of at most 5,000 bytes without `<` and `>`.
 * @param duration seconds; 0 when it is not known
 */
export function youtubeChapters(spans: readonly ChapterSpan[], duration: number): YouTubeChapters {
  const text = spans.map(({ from, title }) => `${shortTime(from)} ${typedLine(title)}`).join('\n');
  const problems = spans.flatMap((span, index) => {
    const next = spans[index + 1];
    return lineProblems(span, index + 1, next ? next.from : duration, !next);
  });
  const bytes = new Blob([text]).size;
  if (spans.length < youtubeMinimum.chapters) problems.unshift({ kind: 'too-few', count: spans.length });
  if (bytes > youtubeDescriptionBytes) problems.unshift({ kind: 'too-long', bytes });
  return { text, problems };
}
