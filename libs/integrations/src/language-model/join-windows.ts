import type { CueWindow } from './cue-windows.ts';
import type { ModelChapter } from './model-question.ts';

/** Chapters this close that two neighbours opened are one, seen from both sides. Seconds. */
const seamGap = 30;

/**
 * Joins the chapters of neighbouring windows. Each window says what opens on its side of the seam; the chapter that it
 * opens with is the going on of its neighbour's last.
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
    const isNew = ({ start }: ModelChapter) => !before || start - before.start >= seamGap;
    joined.push(...(index === 0 ? own : own.filter(isNew)));
  });
  return joined;
}
