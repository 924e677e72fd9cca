import { foldText } from '@vault/contracts';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A text as it is compared, and for each of its units where the character it came from begins and ends. */
export interface FoldedText {
  readonly folded: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** Folds a text and remembers what each unit was, for marking what was found in it. */
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
