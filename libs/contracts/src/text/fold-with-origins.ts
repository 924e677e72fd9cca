import { foldText } from './fold-text.ts';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A folded text, and for each of its units the start and end of the original character. */
export interface FoldedText {
  readonly folded: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** Folds a text and keeps the origin of each unit, so that matches can be marked in the original text. */
export function foldWithOrigins(text: string): FoldedText {
  if (/^[\0-\x7F]*$/.test(text)) return { folded: foldText(text), ...placesOf(text) };
  const pieces: { piece: string; start: number; end: number }[] = [];
  for (const { segment, index } of graphemes.segment(text)) {
    const piece = foldText(segment);
    if (piece === '') continue;
    const end = index + segment.length;
    const last = pieces.at(-1);
    // Two characters may fold to one, such as two letters of a Korean syllable.
    const both = last && foldText(text.slice(last.start, end));
    if (last && both && both !== last.piece + piece) Object.assign(last, { piece: both, end });
    else pieces.push({ piece, start: index, end });
  }
  return {
    folded: pieces.map(({ piece }) => piece).join(''),
    starts: pieces.flatMap(({ piece, start }) => Array<number>(piece.length).fill(start)),
    ends: pieces.flatMap(({ piece, end }) => Array<number>(piece.length).fill(end)),
  };
}

/** Of a text whose characters fold to one unit each. */
function placesOf({ length }: string): Pick<FoldedText, 'starts' | 'ends'> {
  const starts = Array.from({ length }, (_, at) => at);
  return { starts, ends: starts.map((at) => at + 1) };
}
