import type { RulesReason } from '@vault/contracts';
import { chapterise } from '@vault/chapter-engine';
import type { CueWindow } from './cue-windows.ts';
import type { ModelChapter, WindowChapters } from './model-question.ts';

/** Chapters of two adjacent windows that begin this close together are the same chapter. Seconds. */
const minGapSeconds = 30;

/**
 * Joins the chapters of adjacent windows. Of each window only chapters that begin between its boundaries count; a
 * chapter at the first cue of a window continues the last chapter of the window before.
 */
export function joinWindows(
  parts: readonly { readonly window: CueWindow; readonly chapters: readonly ModelChapter[] }[],
): ModelChapter[] {
  const joined: ModelChapter[] = [];
  parts.forEach(({ window, chapters }, index) => {
    const opening = window.cues[0]?.number;
    const own = chapters
      .filter(({ number }) => number >= window.from && number < window.to)
      .filter(({ number }) => index === 0 || number !== opening)
      .sort((a, b) => a.number - b.number);
    const before = joined.at(-1);
    const isNew = ({ start }: ModelChapter) => !before || start - before.start >= minGapSeconds;
    joined.push(...(index === 0 ? own : own.filter(isNew)));
  });
  return joined;
}

/** What was written about one window. */
export interface Part extends WindowChapters {
  readonly window: CueWindow;
  readonly answer: string;
  /** Why the extractive engine wrote it; absent when the model did. */
  readonly reason?: RulesReason;
}

export function partByRules(window: CueWindow, reason: RulesReason, quoteCount: number): Part {
  const result = chapterWindow(window, quoteCount);
  return { ...result, answer: JSON.stringify(result), window, reason };
}

/** Chapters of one window from the extractive engine, used when the model gave no usable answer. */
function chapterWindow({ cues }: CueWindow, quoteCount: number): WindowChapters {
  const spoken = cues.map(({ cue }) => cue);
  const { chapters, summary } = chapterise(spoken, { quoteCount });
  const numbers = new Map(cues.map(({ number, cue }) => [cue.start, number]));
  const first = cues[0]?.number ?? 1;
  return {
    chapters: chapters.map((chapter, index) => ({
      ...chapter,
      start: index === 0 ? (spoken[0]?.start ?? 0) : chapter.start,
      number: index === 0 ? first : (numbers.get(chapter.start) ?? first),
    })),
    summary,
  };
}
