import type { Sentence } from '../transcript/sentences.ts';
import { readWords } from '../language/words.ts';

/** Two texts rarely have this many consecutive words in common by chance. */
const runLength = 4;
/** A sentence with this share of its runs in a quote is part of it, also when a person corrected a word. */
const minShare = 0.5;

const fold = (words: readonly { readonly text: string }[]): string[] =>
  words.map((word) => word.text.toLowerCase());

/** Runs of consecutive words; a shorter text is one run. */
const runsOf = (words: readonly string[]): string[] => {
  const count = Math.max(1, words.length - runLength + 1);
  return Array.from({ length: count }, (_, i) => words.slice(i, i + runLength).join(' '));
};

/** Whether each sentence is part of one of these quotes. */
export const sentencesInQuotes = (sentences: readonly Sentence[], quotes: readonly string[]): boolean[] => {
  if (quotes.length === 0) return sentences.map(() => false);
  const quotedRuns = new Set(quotes.flatMap((quote) => runsOf(fold(readWords(quote)))));
  quotedRuns.delete('');
  return sentences.map((sentence) => {
    const runs = runsOf(fold(sentence.words));
    return runs.filter((run) => quotedRuns.has(run)).length >= minShare * runs.length;
  });
};
