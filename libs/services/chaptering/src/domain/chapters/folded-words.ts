import { placedWords, type PlacedWord } from '@vault/contracts';
import { secondsAt } from '@vault/webvtt';
import type { Cue } from './chapter.ts';
import { plainLine } from './plain-line.ts';

/** A word of a transcript, folded for comparison, with its position in the text. */
export interface FoldedWord extends PlacedWord {
  readonly cueIndex: number;
  /** Seconds; estimated from its place in its line, where the line has no times of words. */
  readonly spokenAt: number;
  readonly speaker?: string;
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

/** Who says some words; undefined when the transcript does not tell, or several do. */
export function speakerOf(words: readonly FoldedWord[]): string | undefined {
  const speaker = words[0]?.speaker;
  return words.every((word) => word.speaker === speaker) ? speaker : undefined;
}

/** The words of some cues with their positions. */
export function foldCues(cues: readonly Cue[]): FoldedText {
  const words: FoldedWord[] = [];
  const parts: string[] = [];
  let offset = 0;
  cues.forEach((cue, cueIndex) => {
    const text = plainLine(cue.text);
    const spokenAt = secondsAt({ ...cue, text });
    const place = { cueIndex, ...(cue.speaker !== undefined && { speaker: cue.speaker }) };
    for (const { folded, from, to } of placedWords(text))
      words.push({ ...place, folded, from: from + offset, to: to + offset, spokenAt: spokenAt(from) });
    parts.push(text);
    offset += text.length + 1;
  });
  return { text: parts.join(' '), words };
}
