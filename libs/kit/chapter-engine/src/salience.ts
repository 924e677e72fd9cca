import type { Chapter } from './chapter.ts';
import type { Phrasebook } from './phrasebook.ts';
import type { Sentence } from './sentences.ts';

/** What makes a sentence worth showing alone; each about 0..1. */
export interface Salience {
  /** How much of the chapter's own topic it carries. */
  readonly topic: number;
  /** How well it stands without what was said before. */
  readonly standing: number;
  /** How free it is of noises, repetitions and half words. */
  readonly fluency: number;
  /** How much it claims, counts or contrasts. */
  readonly claim: number;
}

const fold = (word: string): string => word.toLowerCase().replaceAll('’', "'");

const standingOf = (sentence: Sentence, words: readonly string[], book: Phrasebook): number => {
  let standing = sentence.isWhole ? 1 : 0.5;
  if (/^[^\p{L}\p{N}]*\p{Ll}/u.test(sentence.text)) standing -= sentence.isWhole ? 0.3 : 0.1;
  if (book.leaning.has(words[0] ?? '')) standing -= 0.4;
  else if (book.dangling.has(words[0] ?? '')) standing -= 0.3;
  if (book.leaning.has(words[1] ?? '') && words.length > 2) standing -= 0.1;
  if (sentence.text.endsWith('?')) standing -= 0.4;
  return Math.max(0, standing);
};

const fluencyOf = (sentence: Sentence, words: readonly string[], book: Phrasebook): number => {
  let faults = 0;
  for (const [i, word] of words.entries()) {
    if (book.fillers.has(word) || book.asides.has(`${word} ${words[i + 1] ?? ''}`)) faults++;
    if (i > 0 && word === words[i - 1]) faults++;
  }
  if (/\.\.\.|…|--|\[|\(/u.test(sentence.text)) faults++;
  return Math.max(0, 1 - (4 * faults) / Math.max(8, words.length));
};

const claimOf = (sentence: Sentence, words: readonly string[], book: Phrasebook): number => {
  const strong = words.filter((word) => book.claims.has(word)).length;
  const numbers = words.filter((word) => /^\p{N}/u.test(word)).length;
  const exclaims = sentence.text.endsWith('!') ? 1 : 0;
  return Math.min(1, (strong + numbers + exclaims) / 4);
};

/** Topic words of a sentence weighed against its length, so that long sentences do not win by length alone. */
const topicOf = (chapter: Chapter, sentence: Sentence): number => {
  const seen = new Set<number>();
  let sum = 0;
  for (const word of sentence.words) {
    const weight = chapter.weightOf(word.text);
    if (weight > 0 && !seen.has(weight)) sum += weight;
    seen.add(weight);
  }
  return sum / Math.sqrt(sentence.words.length + 4);
};

/** Weighs the sentences of a chapter, in their order. */
export const weighSentences = (chapter: Chapter, book: Phrasebook): Salience[] => {
  const topics = chapter.sentences.map((sentence) => topicOf(chapter, sentence));
  const most = topics.reduce((high, topic) => Math.max(high, topic), 1e-9);
  return chapter.sentences.map((sentence, i) => {
    const words = sentence.words.map((word) => fold(word.text));
    return {
      topic: (topics[i] ?? 0) / most,
      standing: standingOf(sentence, words, book),
      fluency: fluencyOf(sentence, words, book),
      claim: claimOf(sentence, words, book),
    };
  });
};
