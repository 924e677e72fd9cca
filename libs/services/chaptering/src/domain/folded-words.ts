import type { Cue } from './chapter.ts';
import { plainLine } from './plain-line.ts';

/** A word of a transcript, folded for comparison, with its position in the text. */
export interface FoldedWord {
  readonly folded: string;
  /** Offsets into {@link FoldedText.text}. */
  readonly from: number;
  readonly to: number;
  readonly cueIndex: number;
  /** Seconds; estimated from its place in its line. */
  readonly spokenAt: number;
}

export interface FoldedText {
  /** The cues' texts joined by single spaces. */
  readonly text: string;
  readonly words: readonly FoldedWord[];
}

const wordPattern = /[\p{L}\p{N}\p{M}]+(?:['’ʼ][\p{L}\p{N}]+)*/gu;

/** Removes differences of case, Unicode form, sharp s and apostrophes. */
function fold(word: string): string {
  return word.normalize('NFKC').toLowerCase().replace(/['’ʼ]/g, '').replace(/ß/g, 'ss');
}

/** The words of a text, in order. */
export function foldWords(text: string): string[] {
  return [...plainLine(text).matchAll(wordPattern)].map(([word]) => fold(word));
}

/** The words of a text as it is, with their positions. */
export function placedWords(text: string): Pick<FoldedWord, 'folded' | 'from' | 'to'>[] {
  return [...text.matchAll(wordPattern)].map(({ 0: word, index: from }) => ({
    folded: fold(word),
    from,
    to: from + word.length,
  }));
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
