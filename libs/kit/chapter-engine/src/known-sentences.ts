import type { Sentence } from './sentences.ts';
import { readWords } from './words.ts';

/** Words in a row that two texts hardly share by chance. */
const RUN = 4;
/** A sentence with this share of its runs in a quote is that quote, also when a person mended a word. */
const LEAST_SHARE = 0.5;

const fold = (words: readonly { readonly text: string }[]): string[] =>
  words.map((word) => word.text.toLowerCase());

/** Runs of neighbouring words; the whole of a shorter text is one. */
const runsOf = (words: readonly string[]): string[] => {
  const count = Math.max(1, words.length - RUN + 1);
  return Array.from({ length: count }, (_, i) => words.slice(i, i + RUN).join(' '));
};

/** Tells for each sentence whether it stands in one of these quotes. */
export const knownSentences = (sentences: readonly Sentence[], quotes: readonly string[]): boolean[] => {
  if (quotes.length === 0) return sentences.map(() => false);
  const known = new Set(quotes.flatMap((quote) => runsOf(fold(readWords(quote)))));
  known.delete('');
  return sentences.map((sentence) => {
    const runs = runsOf(fold(sentence.words));
    return runs.filter((run) => known.has(run)).length >= LEAST_SHARE * runs.length;
  });
};
