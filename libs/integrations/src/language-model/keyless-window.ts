import { chapterise } from '@vault/chapter-engine';
import type { CueWindow } from './cue-windows.ts';
import type { WindowChapters } from './model-question.ts';

/** Chapters of one window from the keyless engine, used when the model gave no usable answer. */
export function chapterWindow({ cues }: CueWindow, quoteCount: number): WindowChapters {
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
