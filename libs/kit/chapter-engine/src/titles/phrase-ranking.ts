import type { Chapter } from '../transcript/chapter.ts';
import { languageData, type LanguageData } from '../language/language-data.ts';
import type { Transcript } from '../transcript/transcript.ts';
import { readPhrases, type PhraseUse } from './phrases.ts';
import { fold } from '../language/words.ts';
import { classifyWords, mostFrequent, type WordClasses } from './word-classes.ts';

/**
 * Weights of the features of a phrase. Fitted on 105 recordings with chapters made by people: the softmax of the scores
 * has the highest expected ROUGE-L to their titles, with an L2 penalty, each recording counting the same; only
 * `isPlainWord` was chosen by reading. No feature is about which words are said. ROUGE-L of all titles is .221; when
 * weights are fitted without the recordings that are scored, .216 (five folds) and .213 (by source). Word lists and
 * limits were chosen with all recordings in view. Noun endings, plurals, length, concentration in the chapter, rarity in
 * other recordings and boosted trees did not improve it.
 */
const weights = {
  /** Said at the start of the chapter: 1, half after 10 s. */
  early: 10,
  /** Logarithm of the seconds to the first use. */
  delay: -1,
  /** In a question; after "what is", "let's talk about": 1 at the start of the chapter, half after a minute. */
  inQuestion: 4.1,
  asked: 7.2,
  announced: 3.4,
  /** After "called". */
  named: 6.1,
  /** The weights of its words relative to the highest of the chapter: their sum and the highest. */
  weight: 3.6,
  highestWeight: 4.1,
  isRepeated: 1.1,
  hasName: 2.9,
  isOneWord: -2.3,
  /** One word that is no name. */
  isPlainWord: -3,
  /** The share of the quarters of the chapter in which it is said. */
  quarters: 2.5,
};
/** A phrase of which fewer uses are whole is a fragment: "solar" of "solar panel". */
const minWholeShare = 1 / 3;
/** One word, and a phrase with a verbal noun inside, must be said this often. */
const minCount = 2;
/** Seconds after which the weights of early uses are halved. */
const firstSeconds = 10;
const firstMinute = 60;

/** The highest weight of a word of a chapter. */
export const highestWeight = (chapter: Chapter): number => {
  let highest = 1e-9;
  for (const { words } of chapter.sentences)
    for (const { text } of words) highest = Math.max(highest, chapter.weightOf(text));
  return highest;
};

/** Whether a phrase can be a title: no lone adjective, no fragment, no name of a speaker. */
const isTitle = (
  { words, count, whole }: PhraseUse,
  speakers: ReadonlySet<string>,
  data: LanguageData,
  classes: WordClasses,
): boolean => {
  const folds = words.map(fold);
  const last = folds.at(-1) ?? '';
  const isGeneric = data.genericNouns.has(last);
  if (whole < minWholeShare * count) return false;
  if (words.some((word, i) => speakers.has(folds[i] ?? '') && classes.isCapital(word))) return false;
  if (words.length === 1) {
    const isAdjective = data.modifierEnding.test(last) && !classes.isCapital(last);
    return count >= minCount && !isGeneric && !isAdjective;
  }
  if (isGeneric && words.slice(0, -1).every((word) => classes.kindOf(word) === 'modifier')) return false;
  const inside = words.slice(1, -1);
  if (isGeneric && inside.some((word) => data.phraseLinks.has(fold(word)))) return false;
  return count >= minCount || !inside.some((word) => classes.kindOf(word) === 'gerund');
};

const scoreOf = (use: PhraseUse, chapter: Chapter, highest: number, classes: WordClasses): number => {
  const shares = use.words.map((word) => chapter.weightOf(word) / highest);
  const soon = 1 / (1 + use.after / firstMinute);
  const quarters = [1, 2, 4, 8].filter((bit) => use.quarters & bit).length / 4;
  const hasName = use.words.some((word) => classes.isCapital(word));
  const isOneWord = use.words.length === 1;
  return (
    weights.early / (1 + use.after / firstSeconds) +
    weights.delay * Math.log(5 + use.after) +
    soon * (use.isInQuestion ? weights.inQuestion : 0) +
    soon * (use.isAsked ? weights.asked : 0) +
    soon * (use.isAnnounced ? weights.announced : 0) +
    (use.isNamed ? weights.named : 0) +
    weights.weight * shares.reduce((sum, share) => sum + share, 0) +
    weights.highestWeight * Math.max(...shares) +
    (use.count > 1 ? weights.isRepeated : 0) +
    (hasName ? weights.hasName : 0) +
    (isOneWord ? weights.isOneWord : 0) +
    (isOneWord && !hasName ? weights.isPlainWord : 0) +
    weights.quarters * quarters
  );
};

/** Ranks the noun phrases of each chapter as titles: the most suitable first, equal ones in spoken order. */
export const rankPhrases = (transcript: Transcript, chapters: readonly Chapter[]): string[][] => {
  const data = languageData(transcript.language);
  const classes = classifyWords(chapters, transcript.language, data);
  const labels = new Set(transcript.cues.map((cue) => cue.speaker ?? ''));
  const speakers = new Set([...labels].flatMap((label) => fold(label).split(/\s+/u)));
  return chapters.map((chapter) => {
    const highest = highestWeight(chapter);
    return readPhrases(chapter, data, classes)
      .filter((use) => isTitle(use, speakers, data, classes))
      .map((use) => ({
        text: mostFrequent(use.forms) ?? '',
        score: Math.round(1e6 * scoreOf(use, chapter, highest, classes)),
      }))
      .sort((a, b) => b.score - a.score)
      .map(({ text }) => text.replace(/['’]s$/u, ''));
  });
};
