import { foldText } from '@vault/contracts';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A folded text, and for each of its units the start and end of the original character. */
export interface FoldedText {
  readonly folded: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** Folds a text and keeps the origin of each unit, so that matches can be marked in the original text. */
export function foldWithOrigins(text: string): FoldedText {
  let folded = '';
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { segment, index } of graphemes.segment(text)) {
    const piece = foldText(segment);
    folded += piece;
    for (let unit = 0; unit < piece.length; unit += 1) {
      starts.push(index);
      ends.push(index + segment.length);
    }
  }
  return { folded, starts, ends };
}
