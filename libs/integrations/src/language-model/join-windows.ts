import type { CueWindow } from './cue-windows.ts';
import type { ModelChapter } from './model-question.ts';

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
