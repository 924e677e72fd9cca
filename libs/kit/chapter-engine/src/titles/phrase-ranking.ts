import type { Chapter } from '../transcript/chapter.ts';
import { languageData, type LanguageData } from '../language/language-data.ts';
import type { Transcript } from '../transcript/transcript.ts';
import { readPhrases, type PhraseUse } from './phrases.ts';
import { fold } from '../language/words.ts';
import { classifyWords, mostFrequent, type WordClasses } from './word-classes.ts';

/**
 * Weights of the features of a phrase. Fitted on 105 recordings with chapters made by people: the softmax of the scores
 * has the highest expected ROUGE-L to their titles, with an L2 penalty, each recording counting the same; `isIntroduced`,
 * `isOneWord` and `isPlainWord` were chosen by reading. No feature is about which words are said. Word lists and limits
 * were chosen with all recordings in view. Noun endings, plurals, length, concentration in the chapter, rarity in other
 * chapters and recordings and boosted trees did not improve it.
 */
const weights = {
  /** Said at the start of the chapter: 1, half after 10 s. */
  early: 14,
  /** Logarithm of the seconds to the first use. */
  delay: -4.2,
  /** In a question; after "what is", "the problem with", "let's move on to"; alone: 1 at the start, half after a minute. */
  inQuestion: 7.5,
  asked: 8.5,
  announced: 3,
  introduced: 8,
  heading: 2.5,
  /** After "called". */
  named: 13,
  /** Said just before the chapter. */
  inLead: 3,
  /** The weights of its words relative to the highest of the chapter: their sum and the highest. */
  weight: 3.7,
  highestWeight: 10,
  isRepeated: 2.7,
  /** Said once, and nothing shows that it is the topic. */
  isAside: -3,
  hasName: 1.3,
  isOneWord: -5,
  /** One word that is no name. */
  isPlainWord: -8,
  hasLink: 4.8,
  /** The share of the quarters of the chapter in which it is said. */
  quarters: 4.5,
};
/** The score that a phrase may lack to replace one of its words; more if it is said again or just before the chapter. */
const growth = 7;
const repeatedGrowth = 14;
/** A phrase of which fewer uses are whole is a fragment: "solar" of "solar panel", "source code" of "open source code". */
const minWholeShare = 1 / 3;
/** One word, and a phrase with a verbal noun inside, must be said this often. */
const minCount = 2;
/** A name before this many colons is a speaker: "Ann: hello". */
const minLabels = 5;
/** Sentences that end less than 20 s before a chapter may introduce its topic; a topic only they name counts as soon. */
const leadSentences = 3;
const leadSeconds = 20;
const secondsAfterLead = 3;
/** Seconds after which the weights of early uses are halved. */
const firstSeconds = 10;
const firstMinute = 60;

/** Titles of other chapters may equal the first ones. */
const maxOptions = 20;
/** With a score so far below the word that says too little, a phrase is beside the point. */
const farBehind = 3;

/** The highest weight of a word of a chapter. */
export const highestWeight = (chapter: Chapter): number => {
  let highest = 1e-9;
  for (const { words } of chapter.sentences)
    for (const { text } of words) highest = Math.max(highest, chapter.weightOf(text));
  return highest;
};

/** Whether a phrase can be a title: no lone adjective, no fragment, no name of a speaker. */
const isTitle = (
  { words, count, whole, ...use }: PhraseUse,
  speakers: ReadonlySet<string>,
  data: LanguageData,
  classes: WordClasses,
): boolean => {
  const folds = words.map(fold);
  const last = folds.at(-1) ?? '';
  const isGeneric = data.genericNouns.has(last);
  if (Math.min(whole, use.fromStart) < minWholeShare * count) return false;
  if (use.quarters === 0 && !use.isIntroduced && !use.isAsked && !use.isHeading) return false;
  if (words.some((word, i) => speakers.has(folds[i] ?? '') && classes.isCapital(word))) return false;
  if (words.length === 1) {
    const isAdjective = data.modifierEnding.test(last) && !classes.isCapital(last);
    return (count >= minCount || use.isHeading) && !isGeneric && !isAdjective;
  }
  if (isGeneric && words.slice(0, -1).every((word) => classes.kindOf(word) === 'modifier')) return false;
  const inside = words.slice(1, -1);
  // "Moving to the service" is a clause.
  if (classes.kindOf(words[0] ?? '') === 'gerund' && folds[1] === 'to') return false;
  if (isGeneric && inside.some((word) => data.phraseLinks.has(fold(word)))) return false;
  return count >= minCount || !inside.some((word) => classes.kindOf(word) === 'gerund');
};

const scoreOf = (use: PhraseUse, chapter: Chapter, highest: number, classes: WordClasses): number => {
  const shares = use.words.map((word) => chapter.weightOf(word) / highest);
  const after = Math.min(use.after, use.quarters === 0 ? secondsAfterLead : Infinity);
  const soon = 1 / (1 + after / firstMinute);
  const quarters = [1, 2, 4, 8].filter((bit) => use.quarters & bit).length / 4;
  const hasName = use.words.some((word) => classes.isCapital(word));
  const isOneWord = use.words.length === 1;
  const isTopic = use.isAsked || use.isAnnounced || use.isHeading || use.isInLead;
  return (
    weights.early / (1 + after / firstSeconds) +
    weights.delay * Math.log(5 + after) +
    soon * (use.isInQuestion ? weights.inQuestion : 0) +
    soon * (use.isAsked ? weights.asked : 0) +
    soon * (use.isAnnounced ? weights.announced : 0) +
    soon * (use.isIntroduced ? weights.introduced : 0) +
    soon * (use.isHeading ? weights.heading : 0) +
    (use.isNamed ? weights.named : 0) +
    (use.isInLead ? weights.inLead : 0) +
    weights.weight * shares.reduce((sum, share) => sum + share, 0) +
    weights.highestWeight * Math.max(...shares) +
    (use.count > 1 ? weights.isRepeated : isTopic ? 0 : weights.isAside) +
    (hasName ? weights.hasName : 0) +
    (isOneWord ? weights.isOneWord : 0) +
    (isOneWord && !hasName ? weights.isPlainWord : 0) +
    (use.words.slice(1, -1).some((word) => classes.kindOf(word) === 'other') ? weights.hasLink : 0) +
    weights.quarters * quarters
  );
};

/** The folded names of speakers: from labels, from "Ann: hello" and from "I'm Ann". */
const readSpeakers = (
  transcript: Transcript,
  chapters: readonly Chapter[],
  data: LanguageData,
): ReadonlySet<string> => {
  const names = new Set(transcript.cues.map((cue) => cue.speaker ?? ''));
  const labels = new Map<string, number>();
  for (const { text, words } of chapters.flatMap(({ sentences }) => sentences)) {
    const label = /^[\p{L}\p{N}_-]+(?: [\p{L}\p{N}_-]+)?(?=: )/u.exec(text)?.[0];
    if (label !== undefined) labels.set(label, (labels.get(label) ?? 0) + 1);
    for (const [i, { folded }] of words.entries())
      if (i > 0 && data.selfNamings.has(words[i - 1]?.folded ?? '')) names.add(folded);
  }
  for (const [label, count] of labels) if (count >= minLabels) names.add(label);
  return new Set([...names].flatMap((name) => fold(name).split(/\s+/u)));
};

interface Candidate {
  readonly use: PhraseUse;
  readonly text: string;
  readonly score: number;
}

/** A word, or the best phrase that contains it if that is not much worse: "solar panels" for "panels". */
const grow = (
  one: Candidate,
  ranked: readonly Candidate[],
  chapter: Chapter,
  data: LanguageData,
): Candidate => {
  const [word = '', ...more] = one.use.words;
  if (more.length > 0) return one;
  const term = chapter.termOf(word);
  const longer = ranked.find(({ use, score }) => {
    const limit = use.count > 1 || use.isInLead ? repeatedGrowth : growth;
    const isGeneric = data.genericNouns.has(fold(use.words.at(-1) ?? ''));
    const contains = use.words.length > 1 && use.words.some((each) => chapter.termOf(each) === term);
    return contains && !isGeneric && score > one.score - limit * 1e6;
  });
  return longer ?? one;
};

/** One word that is no name says too little, unless somebody asks for it or gives it this name. */
const saysLittle = ({ words: [word = '', ...others], ...use }: PhraseUse, classes: WordClasses): boolean =>
  others.length === 0 && !classes.isName(word) && !use.isAsked && !use.isNamed;

/**
 * Ranks the noun phrases of each chapter as titles: the most suitable first, equal ones in spoken order. A chapter without a
 * good one has none.
 */
export const rankPhrases = (transcript: Transcript, chapters: readonly Chapter[]): string[][] => {
  const data = languageData(transcript.language);
  const classes = classifyWords(chapters, transcript.language, data);
  const speakers = readSpeakers(transcript, chapters, data);
  const startOf = (cue: number): number => transcript.cues[cue]?.start ?? 0;
  return chapters.map((chapter, c) => {
    const highest = highestWeight(chapter);
    const { from } = chapter;
    const lead = (chapters[c - 1]?.sentences ?? [])
      .slice(-leadSentences)
      .filter(({ lastCue }) => lastCue === from - 1 || startOf(from) - startOf(lastCue) <= leadSeconds);
    const ranked = readPhrases(chapter, lead, data, classes)
      .filter((use) => isTitle(use, speakers, data, classes))
      .map((use) => ({
        use,
        text: mostFrequent(use.forms) ?? '',
        score: Math.round(1e6 * scoreOf(use, chapter, highest, classes)),
      }))
      .sort((a, b) => b.score - a.score);
    const options = ranked.slice(0, maxOptions).map((each) => grow(each, ranked, chapter, data));
    const [best] = options;
    const least = best && saysLittle(best.use, classes) ? best.score - farBehind * 1e6 : -Infinity;
    return options
      .filter(({ use, score }) => score >= least && !saysLittle(use, classes))
      .map(({ text }) => text.replace(/['’]s$/u, ''));
  });
};
