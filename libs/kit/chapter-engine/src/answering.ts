import { relevanceOf, readRelevance, type Relevance } from './quotes/relevance.ts';
import type { Chapter } from './transcript/chapter.ts';
import { entryAt } from './language/entry-at.ts';
import { sentencesInQuotes } from './quotes/sentences-in-quotes.ts';
import { languageData, type LanguageData } from './language/language-data.ts';
import { weighSentences, type Salience } from './transcript/salience.ts';
import type { Sentence } from './transcript/sentences.ts';
import { shorten } from './language/shorten.ts';
import { rankByTopic } from './titles/summarising.ts';
import type { Transcript } from './transcript/transcript.ts';
import { readWords } from './language/words.ts';

export interface AnswerOptions {
  /** Characters, default 1,000. */
  maxLength?: number;
}

const maxCharacters = 1_000;
const maxSentences = 4;
/** Sentences when nothing is relevant to the question: a summary of the chapter. */
const maxTopicSentences = 3;
/** A sentence with less than this share of the best score is left out. */
const minShare = 0.4;
/** Independence below which a sentence is returned together with the one before. */
const dependentBelow = 0.55;
/** Shorter sentences are headings or interjections. */
const minWords = 5;
/** Shorter dependent sentences are fragments: "Because the secret was revealed." */
const minDependentWords = 8;
const minIndependence = 0.7;
/** The relevance of a question counts this much: not the question but what follows is the answer. */
const questionFactor = 0.3;
/** The next sentence, and the one after, get this share of the relevance of a question. */
const afterQuestionFactors = [0.55, 0.3];
/** A sentence that continues the one before gets this share of its relevance. */
const continuationFactor = 0.5;
/** For a number in a sentence, when the question asks for an amount. */
const numberFactor = 1.5;

const isQuestion = (sentence: Sentence): boolean => /\?["'”’»)\]]*$/u.test(sentence.text);

/** How well it reads alone, about 0.3 to 1. */
const qualityOf = (sentence: Sentence, { topic, independence, fluency, claim }: Salience): number => {
  const quality = 0.3 + 0.3 * independence + 0.15 * fluency + 0.15 * topic + 0.1 * claim;
  const { length } = sentence.words;
  if (length < minWords) return 0.3 * quality;
  return length < minDependentWords && independence < minIndependence ? 0.5 * quality : quality;
};

/** Long sentences contain more words of any kind, so they count less. */
const damping = (sentence: Sentence): number =>
  1 / Math.sqrt(1 + Math.max(0, sentence.words.length - 20) / 20);

/** Whether a sentence refers to something in the one before: "It is made of...". */
const continues = (sentence: Sentence, before: Sentence | undefined, data: LanguageData): boolean => {
  const first = sentence.words[0]?.folded ?? '';
  return before?.isWhole === true && before.speaker === sentence.speaker && data.references.has(first);
};

const isAmountQuestion = (question: string, data: LanguageData): boolean => {
  const words = readWords(question).map(({ text }) => text.toLowerCase());
  return words.some(
    (word, i) => data.amountQuestions.has(word) || data.amountQuestions.has(`${word} ${words[i + 1] ?? ''}`),
  );
};

const hasNumber = (sentence: Sentence, data: LanguageData): boolean =>
  sentence.words.some(({ text }) => /^\p{N}/u.test(text) || data.numbers.has(text.toLowerCase()));

/** Scores a sentence as part of the answer, by its own relevance and by what it follows. */
const scoreReader = (
  { sentences }: Chapter,
  relevance: Relevance,
  question: string,
  data: LanguageData,
): ((index: number, covered: ReadonlySet<string>) => number) => {
  const wantsNumber = isAmountQuestion(question, data);
  const factors = sentences.map(
    (sentence) => damping(sentence) * (wantsNumber && hasNumber(sentence, data) ? numberFactor : 1),
  );
  return (index, covered) => {
    const sentence = entryAt(sentences, index);
    const relevanceAt = (k: number): number => relevanceOf(relevance, k, covered);
    if (isQuestion(sentence)) return questionFactor * relevanceAt(index) * (factors[index] ?? 0);
    const answered = afterQuestionFactors.map((share, k) => {
      const before = sentences[index - k - 1];
      return before && isQuestion(before) ? share * relevanceAt(index - k - 1) : 0;
    });
    const continuation = continues(sentence, sentences[index - 1], data)
      ? continuationFactor * relevanceAt(index - 1)
      : 0;
    return (relevanceAt(index) + Math.max(continuation, ...answered)) * (factors[index] ?? 0);
  };
};

/** The most relevant sentences, each adding something to those before. */
const choose = (
  chapter: Chapter,
  relevance: Relevance,
  { question, data, maxLength }: { question: string; data: LanguageData; maxLength: number },
): number[] => {
  const { sentences } = chapter;
  const scoreOf = scoreReader(chapter, relevance, question, data);
  const salience = weighSentences(chapter, data);
  const quality = sentences.map((sentence, i) => qualityOf(sentence, entryAt(salience, i)));
  const selection: number[] = [];
  const covered = new Set<string>();
  let isQuoted = sentences.map(() => false);
  let [remaining, minScore] = [maxLength, 0];
  const take = (index: number): void => {
    selection.push(index);
    remaining -= entryAt(sentences, index).text.length + 1;
    isQuoted = sentencesInQuotes(
      sentences,
      selection.map((other) => entryAt(sentences, other).text),
    );
    for (const key of relevance.keysBySentence[index] ?? []) covered.add(key);
  };
  while (selection.length < maxSentences) {
    let [best, bestScore] = [-1, 0];
    for (const [index, sentence] of sentences.entries()) {
      if (isQuoted[index] || (selection.length > 0 && sentence.text.length > remaining)) continue;
      if (selection.length > 0 && isQuestion(sentence)) continue;
      const score = Math.round(1e6 * scoreOf(index, covered) * (quality[index] ?? 0));
      if (score > bestScore) [best, bestScore] = [index, score];
    }
    if (best < 0 || bestScore < minScore) break;
    if (selection.length === 0) minScore = minShare * bestScore;
    take(best);
    const before = sentences[best - 1];
    const isDependent =
      entryAt(salience, best).independence < dependentBelow &&
      before &&
      before.isWhole &&
      !isQuestion(before);
    if (!isDependent || isQuoted[best - 1] || selection.length >= maxSentences) continue;
    if (before.speaker === entryAt(sentences, best).speaker && before.text.length <= remaining)
      take(best - 1);
  }
  return selection;
};

const topicSentences = (chapter: Chapter, data: LanguageData, maxLength: number): number[] => {
  const selection: number[] = [];
  let remaining = maxLength;
  for (const { index } of rankByTopic(chapter, data)) {
    const { text } = entryAt(chapter.sentences, index);
    if (selection.length === maxTopicSentences) break;
    if (
      text.length + 3 > remaining ||
      selection.some((other) => entryAt(chapter.sentences, other).text === text)
    )
      continue;
    selection.push(index);
    remaining -= text.length + 3;
  }
  return selection;
};

/**
 * Answers a question about a chapter with its most relevant sentences, in spoken order. When none is relevant, with the
 * sentences that represent the topic. Never empty.
 */
export const answerByRelevance = (
  transcript: Transcript,
  chapter: Chapter,
  question: string,
  { maxLength = maxCharacters }: AnswerOptions = {},
): string => {
  const data = languageData(transcript.language);
  const { sentences } = chapter;
  if (sentences.length === 0) return shorten(data.silence, maxLength);
  const relevance = readRelevance(sentences, question, transcript.language);
  const selection =
    relevance.weights.size > 0 ? choose(chapter, relevance, { question, data, maxLength }) : [];
  const answerSentences = (selection.length > 0 ? selection : topicSentences(chapter, data, maxLength)).sort(
    (a, b) => a - b,
  );
  const parts = (answerSentences.length > 0 ? answerSentences : [0]).map((index) =>
    entryAt(sentences, index),
  );
  // Sentences without punctuation need a visible separator.
  const separator = parts.some((sentence) => sentence.isWhole) ? ' ' : ' … ';
  return shorten(parts.map((sentence) => sentence.text).join(separator), maxLength);
};
