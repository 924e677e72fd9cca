import { placedWords, type PlacedWord } from '@vault/contracts';
import type { Cue } from './chapter.ts';
import { plainLine } from './plain-line.ts';

/** A word of a transcript, folded for comparison, with its position in the text. */
export interface FoldedWord extends PlacedWord {
  readonly cueIndex: number;
  /** Seconds; estimated from its place in its line. */
  readonly spokenAt: number;
}

export interface FoldedText {
  /** The cues' texts joined by single spaces. */
  readonly text: string;
  readonly words: readonly FoldedWord[];
}

/** The words of a text, in order. */
export function foldWords(text: string): string[] {
  return placedWords(plainLine(text)).map(({ folded }) => folded);
}

/** The words of some cues with their positions. */
export function foldCues(cues: readonly Cue[]): FoldedText {
  const words: FoldedWord[] = [];
  const parts: string[] = [];
  let offset = 0;
  cues.forEach((cue, cueIndex) => {
    const text = plainLine(cue.text);
    for (const { folded, from, to } of placedWords(text)) {
      const spokenAt = cue.start + ((cue.end - cue.start) * from) / text.length;
      words.push({ folded, from: from + offset, to: to + offset, cueIndex, spokenAt });
    }
    parts.push(text);
    offset += text.length + 1;
  });
  return { text: parts.join(' '), words };
}
