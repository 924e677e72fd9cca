import { bearingOf, readBearing, type Bearing } from './bearing.ts';
import type { Chapter } from './chapter.ts';
import { entryAt } from './entry-at.ts';
import { knownSentences } from './known-sentences.ts';
import { phrasebook, type Phrasebook } from './phrasebook.ts';
import { weighSentences, type Salience } from './salience.ts';
import type { Sentence } from './sentences.ts';
import { shorten } from './shorten.ts';
import { rankByTopic } from './summarising.ts';
import type { Transcript } from './transcript.ts';
import { readWords } from './words.ts';

/** How an answer may look. */
export interface AnswerOptions {
  /** Characters, default 1,000. */
  most?: number;
}

const MOST_CHARACTERS = 1_000;
const MOST_SENTENCES = 4;
/** Sentences when nothing bears on the question: the chapter in short. */
const CARRYING_SENTENCES = 3;
/** A sentence worth less than this share of the best says nothing more. */
const LEAST_SHARE = 0.4;
/** Below this a sentence leans on the one before, which is told with it. */
const LEANING = 0.55;
/** Shorter is a heading or a nod. */
const LEAST_WORDS = 5;
/** "Because the secret was revealed.": half of a thought. */
const LEAST_LEANING_WORDS = 8;
const WHOLE = 0.7;
/** What asks is no answer; what follows is. */
const ASKING = 0.3;
/** What of a question is answered by the next sentence, and by the one after. */
const ANSWERING = [0.55, 0.3];
/** What a sentence that leans on the one before has of what that one says. */
const GOING_ON = 0.5;
/** A number, where one is asked for. */
const COUNTING = 1.5;

const isQuestion = (sentence: Sentence): boolean => /\?["'”’»)\]]*$/u.test(sentence.text);

/** How well it reads alone, about 0.3 to 1. */
const qualityOf = (sentence: Sentence, { topic, standing, fluency, claim }: Salience): number => {
  const quality = 0.3 + 0.3 * standing + 0.15 * fluency + 0.15 * topic + 0.1 * claim;
  const { length } = sentence.words;
  if (length < LEAST_WORDS) return 0.3 * quality;
  return length < LEAST_LEANING_WORDS && standing < WHOLE ? 0.5 * quality : quality;
};

/** A long sentence has more words of any kind. */
const damping = (sentence: Sentence): number =>
  1 / Math.sqrt(1 + Math.max(0, sentence.words.length - 20) / 20);

/** Whether a sentence speaks of what the one before it named: "It is made of...". */
const goesOn = (sentence: Sentence, before: Sentence | undefined, book: Phrasebook): boolean => {
  const first = sentence.words[0]?.text.toLowerCase().replaceAll('’', "'") ?? '';
  return before?.isWhole === true && before.speaker === sentence.speaker && book.dangling.has(first);
};

const asksAmount = (question: string, book: Phrasebook): boolean => {
  const words = readWords(question).map(({ text }) => text.toLowerCase());
  return words.some((word, i) => book.amounts.has(word) || book.amounts.has(`${word} ${words[i + 1] ?? ''}`));
};

const counts = (sentence: Sentence, book: Phrasebook): boolean =>
  sentence.words.some(({ text }) => /^\p{N}/u.test(text) || book.numbers.has(text.toLowerCase()));

/** What a sentence is worth as a part of the answer, by what it says of the matter itself and by what it follows. */
const worthReader = (
  { sentences }: Chapter,
  bearing: Bearing,
  question: string,
  book: Phrasebook,
): ((index: number, told: ReadonlySet<string>) => number) => {
  const wantsNumber = asksAmount(question, book);
  const factors = sentences.map(
    (sentence) => damping(sentence) * (wantsNumber && counts(sentence, book) ? COUNTING : 1),
  );
  return (index, told) => {
    const sentence = entryAt(sentences, index);
    const bears = (k: number): number => bearingOf(bearing, k, told);
    if (isQuestion(sentence)) return ASKING * bears(index) * (factors[index] ?? 0);
    const answered = ANSWERING.map((share, k) => {
      const before = sentences[index - k - 1];
      return before && isQuestion(before) ? share * bears(index - k - 1) : 0;
    });
    const onward = goesOn(sentence, sentences[index - 1], book) ? GOING_ON * bears(index - 1) : 0;
    return (bears(index) + Math.max(onward, ...answered)) * (factors[index] ?? 0);
  };
};

/** The sentences that bear most on it, each adding to those before. */
const choose = (
  chapter: Chapter,
  bearing: Bearing,
  { question, book, most }: { question: string; book: Phrasebook; most: number },
): number[] => {
  const { sentences } = chapter;
  const worthOf = worthReader(chapter, bearing, question, book);
  const salience = weighSentences(chapter, book);
  const quality = sentences.map((sentence, i) => qualityOf(sentence, entryAt(salience, i)));
  const chosen: number[] = [];
  const told = new Set<string>();
  let isTold = sentences.map(() => false);
  let [room, least] = [most, 0];
  const take = (index: number): void => {
    chosen.push(index);
    room -= entryAt(sentences, index).text.length + 1;
    isTold = knownSentences(
      sentences,
      chosen.map((other) => entryAt(sentences, other).text),
    );
    for (const key of bearing.found[index] ?? []) told.add(key);
  };
  while (chosen.length < MOST_SENTENCES) {
    let [best, bestWorth] = [-1, 0];
    for (const [index, sentence] of sentences.entries()) {
      if (isTold[index] || (chosen.length > 0 && sentence.text.length > room)) continue;
      if (chosen.length > 0 && isQuestion(sentence)) continue;
      const worth = Math.round(1e6 * worthOf(index, told) * (quality[index] ?? 0));
      if (worth > bestWorth) [best, bestWorth] = [index, worth];
    }
    if (best < 0 || bestWorth < least) break;
    if (chosen.length === 0) least = LEAST_SHARE * bestWorth;
    take(best);
    const before = sentences[best - 1];
    const leans =
      entryAt(salience, best).standing < LEANING && before && before.isWhole && !isQuestion(before);
    if (!leans || isTold[best - 1] || chosen.length >= MOST_SENTENCES) continue;
    if (before.speaker === entryAt(sentences, best).speaker && before.text.length <= room) take(best - 1);
  }
  return chosen;
};

const carrying = (chapter: Chapter, book: Phrasebook, most: number): number[] => {
  const chosen: number[] = [];
  let room = most;
  for (const { index } of rankByTopic(chapter, book)) {
    const { text } = entryAt(chapter.sentences, index);
    if (chosen.length === CARRYING_SENTENCES) break;
    if (text.length + 3 > room || chosen.some((other) => entryAt(chapter.sentences, other).text === text))
      continue;
    chosen.push(index);
    room -= text.length + 3;
  }
  return chosen;
};

/**
 * Answers a question about a chapter in words that were said: the sentences that bear most on it, in their order. When
 * none does, those that carry the chapter. Never empty.
 */
export const answerByBearing = (
  transcript: Transcript,
  chapter: Chapter,
  question: string,
  { most = MOST_CHARACTERS }: AnswerOptions = {},
): string => {
  const book = phrasebook(transcript.language);
  const { sentences } = chapter;
  if (sentences.length === 0) return shorten(book.silence, most);
  const bearing = readBearing(sentences, question, transcript.language);
  const chosen = bearing.weights.size > 0 ? choose(chapter, bearing, { question, book, most }) : [];
  const told = (chosen.length > 0 ? chosen : carrying(chapter, book, most)).sort((a, b) => a - b);
  const parts = (told.length > 0 ? told : [0]).map((index) => entryAt(sentences, index));
  // Stretches without marks would run into each other.
  const glue = parts.some((sentence) => sentence.isWhole) ? ' ' : ' … ';
  return shorten(parts.map((sentence) => sentence.text).join(glue), most);
};
