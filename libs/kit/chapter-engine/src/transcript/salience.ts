import type { Chapter } from './chapter.ts';
import type { LanguageData } from '../language/language-data.ts';
import type { Sentence } from './sentences.ts';

/** Features of a sentence as a quote or summary; each about 0..1. */
export interface Salience {
  /** How much of the topic of the chapter it contains. */
  readonly topic: number;
  /** How understandable it is without the sentences before. */
  readonly independence: number;
  /** The absence of fillers, repetitions and incomplete words. */
  readonly fluency: number;
  /** How much it claims, counts or contrasts. */
  readonly claim: number;
}

const independenceOf = (sentence: Sentence, words: readonly string[], data: LanguageData): number => {
  let independence = sentence.isWhole ? 1 : 0.5;
  if (/^[^\p{L}\p{N}]*\p{Ll}/u.test(sentence.text)) independence -= sentence.isWhole ? 0.3 : 0.1;
  if (data.connectives.has(words[0] ?? '')) independence -= 0.4;
  else if (data.references.has(words[0] ?? '')) independence -= 0.3;
  if (data.connectives.has(words[1] ?? '') && words.length > 2) independence -= 0.1;
  if (sentence.text.endsWith('?')) independence -= 0.4;
  return Math.max(0, independence);
};

const fluencyOf = (sentence: Sentence, words: readonly string[], data: LanguageData): number => {
  let faults = 0;
  for (const [i, word] of words.entries()) {
    if (data.fillers.has(word) || data.asides.has(`${word} ${words[i + 1] ?? ''}`)) faults++;
    if (i > 0 && word === words[i - 1]) faults++;
  }
  if (/\.\.\.|…|--|\[|\(/u.test(sentence.text)) faults++;
  return Math.max(0, 1 - (4 * faults) / Math.max(8, words.length));
};

const claimOf = (sentence: Sentence, words: readonly string[], data: LanguageData): number => {
  const strong = words.filter((word) => data.claimWords.has(word)).length;
  const numbers = words.filter((word) => /^\p{N}/u.test(word)).length;
  const exclaims = sentence.text.endsWith('!') ? 1 : 0;
  return Math.min(1, (strong + numbers + exclaims) / 4);
};

/** The weight of the topic words, reduced for long sentences. */
const topicOf = (chapter: Chapter, sentence: Sentence): number => {
  const countedWeights = new Set<number>();
  let sum = 0;
  for (const word of sentence.words) {
    const weight = chapter.weightOf(word.text);
    if (weight > 0 && !countedWeights.has(weight)) sum += weight;
    countedWeights.add(weight);
  }
  return sum / Math.sqrt(sentence.words.length + 4);
};

/** Weighs the sentences of a chapter, in their order. */
export const weighSentences = (chapter: Chapter, data: LanguageData): Salience[] => {
  const topics = chapter.sentences.map((sentence) => topicOf(chapter, sentence));
  const most = topics.reduce((high, topic) => Math.max(high, topic), 1e-9);
  return chapter.sentences.map((sentence, i) => {
    const words = sentence.words.map(({ folded }) => folded);
    return {
      topic: (topics[i] ?? 0) / most,
      independence: independenceOf(sentence, words, data),
      fluency: fluencyOf(sentence, words, data),
      claim: claimOf(sentence, words, data),
    };
  });
};
