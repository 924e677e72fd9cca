import { entryAt } from '../language/entry-at.ts';
import { relevanceOf, readRelevance } from './relevance.ts';
import type { Chapter } from '../transcript/chapter.ts';
import { sentencesInQuotes } from './sentences-in-quotes.ts';
import { languageData, type LanguageData } from '../language/language-data.ts';
import {
  defectOf,
  maxQuoteWords,
  printedText,
  assessChapter,
  type SentenceDefects,
} from './quote-eligibility.ts';
import { weighSentences, type Salience } from '../transcript/salience.ts';
import type { Sentence } from '../transcript/sentences.ts';
import { Defect } from './sentence-defects.ts';
import type { Transcript } from '../transcript/transcript.ts';
import { readWords } from '../language/words.ts';

/** A quote from the transcript. */
export interface Quote {
  /** Verbatim text of consecutive cues joined by single spaces; the first letter may be capitalised. */
  text: string;
  /** Seconds: start of the cue in which the quote begins. */
  cueStart: number;
}

export interface QuoteOptions {
  /** Quotes per chapter. */
  count: number;
  /** Words that a person typed: quotes about them come first; none when nothing was said about them. */
  focus?: string;
  /** Existing quotes: other good quotes come first. */
  avoid?: readonly string[];
}

/** Selects the quotes of each chapter, in spoken order. */
export type Quoter = (
  transcript: Transcript,
  chapters: readonly Chapter[],
  options: QuoteOptions,
) => Quote[][];

const minWords = 15;
/** Shorter new quotes are not better than an existing one. */
const minFreshWords = 8;
/** Weight of the focus; all other criteria add up to about 4. */
const focusWeight = 6;
/** A sentence with this share of the highest focus relevance is about the focus. */
const minFocusShare = 0.4;
/** A short sentence that introduces a new topic, and its cost in a quote. */
const maxTransitionWords = 7;
const transitionCost = 0.8;
/** Maximum sentences of one quote. */
const maxQuoteSentences = 3;

/** A run of whole sentences that could be quoted. */
interface Candidate {
  readonly first: number;
  readonly last: number;
  readonly words: number;
  readonly score: number;
  /** See `Defect`. */
  readonly defect: number;
  /** Whether part of it is in a quote to avoid. */
  readonly isQuoted: boolean;
  /** Whether it is about the focus. */
  readonly hasFocus: boolean;
}

/** 1 for the preferred length, less outside. */
const lengthFit = (words: number): number => {
  if (words < minWords) return 0.15 + (0.55 * words) / minWords;
  return words <= maxQuoteWords ? 1 : Math.max(0.1, maxQuoteWords / words - 0.3);
};

/** "Now let us look at bees." */
const isTransition = ({ words }: Sentence, data: LanguageData): boolean =>
  words.length <= maxTransitionWords && data.transitions.has(words[0]?.text.toLowerCase() ?? '');

const isGiven = (focus = ''): boolean => focus.trim() !== '';

/** The relevance of each sentence to the focus, as a share of the highest; questions count less. */
const focusOf = ({ sentences }: Chapter, focus: string, language: string): number[] => {
  if (!isGiven(focus)) return sentences.map(() => 0);
  const relevance = readRelevance(sentences, focus, language);
  const own = sentences.map(({ text }, i) => relevanceOf(relevance, i) * (text.endsWith('?') ? 0.4 : 1));
  const max = own.reduce((high, each) => Math.max(high, each), 1e-9);
  return own.map((each) => each / max);
};

/** The features of the sentences of a chapter, in their order. */
interface ChapterFeatures {
  readonly salience: readonly Salience[];
  readonly focus: readonly number[];
  readonly isQuoted: readonly boolean[];
  readonly isTransition: readonly boolean[];
  /** The topic words of a sentence. */
  readonly termsOf: (sentence: number) => readonly string[];
  readonly defects: readonly SentenceDefects[];
  /** The words of all quotes to avoid, because a quote may be part of a sentence. */
  readonly avoided: string;
}

const foldWords = (text: string): string =>
  ` ${readWords(text)
    .map((word) => word.text.toLowerCase())
    .join(' ')} `;

const readChapter = (
  chapter: Chapter,
  transcript: Transcript,
  { focus = '', avoid = [] }: QuoteOptions,
): ChapterFeatures => {
  const { language } = transcript;
  const data = languageData(language);
  const terms: string[][] = [];
  const isTopic = (word: string): boolean =>
    chapter.weightOf(word) > 0 && !data.genericNouns.has(word.toLowerCase());
  return {
    termsOf: (i) =>
      (terms[i] ??= entryAt(chapter.sentences, i)
        .words.map(({ text }) => text)
        .filter(isTopic)
        .map((word) => chapter.termOf(word))),
    avoided: avoid.map(foldWords).join('|'),
    defects: assessChapter(chapter, transcript, data),
    salience: weighSentences(chapter, data),
    focus: focusOf(chapter, focus, language),
    isQuoted: sentencesInQuotes(chapter.sentences, avoid),
    isTransition: chapter.sentences.map((sentence) => isTransition(sentence, data)),
  };
};

/** The score of a run of sentences as a quote, without its length. */
const scoreOf = (
  { sentences }: Chapter,
  { salience, focus, isTransition: transitions }: ChapterFeatures,
  first: number,
  last: number,
): number => {
  let [topic, fluency, claim, cost] = [0, 1, 0, 0.15 * (last - first)];
  for (let k = first; k <= last; k++) {
    const weights = entryAt(salience, k);
    topic = Math.max(topic, weights.topic) + (k > first ? 0.1 * weights.topic : 0);
    fluency = Math.min(fluency, weights.fluency);
    claim = Math.min(1, claim + weights.claim);
    if (transitions[k]) cost += transitionCost;
  }
  const end = entryAt(sentences, last);
  if (!end.isWhole) cost += 0.5;
  if (end.text.endsWith('?')) cost += 0.4;
  const focusShares = focus.slice(first, last + 1);
  const mean = focusShares.reduce((sum, each) => sum + each, 0) / focusShares.length;
  const focusScore = focusWeight * (0.5 * Math.max(...focusShares) + 0.5 * mean);
  return topic + 1.4 * entryAt(salience, first).independence + fluency + 0.6 * claim + focusScore - cost;
};

/** How far a run of sentences is from one subject: each shares a topic word with those before it, or refers to them. */
const linkDefectOf = (
  { sentences }: Chapter,
  { termsOf }: ChapterFeatures,
  first: number,
  last: number,
  data: LanguageData,
): number => {
  let worst: number = Defect.none;
  const before = new Set(termsOf(first));
  for (let k = first + 1; k <= last; k++) {
    const own = termsOf(k);
    const start = entryAt(sentences, k).words.map(({ text }) => text.toLowerCase());
    const isReference = data.references.has(start.find((word) => !data.openers.has(word)) ?? '');
    if (!own.some((term) => before.has(term)))
      worst = Math.max(worst, isReference ? Defect.light : Defect.loose);
    for (const term of own) before.add(term);
  }
  return worst;
};

const candidatesOf = (chapter: Chapter, features: ChapterFeatures, data: LanguageData): Candidate[] => {
  const { sentences } = chapter;
  const candidates: Candidate[] = [];
  for (let first = 0; first < sentences.length; first++) {
    let words = 0;
    for (let last = first; last < Math.min(sentences.length, first + maxQuoteSentences); last++) {
      if (entryAt(sentences, last).isUnsure) break;
      if (last > first && !followsOn(entryAt(sentences, last - 1), entryAt(sentences, last))) break;
      words += entryAt(sentences, last).words.length;
      if (last > first && words > maxQuoteWords) break;
      const score = Math.round(1e6 * scoreOf(chapter, features, first, last) * lengthFit(words));
      const isQuoted =
        features.isQuoted.slice(first, last + 1).includes(true) ||
        (features.avoided !== '' &&
          features.avoided.includes(foldWords(printedText(sentences, features.defects, first, last))));
      const own = defectOf(sentences, features.defects, first, last);
      const defect =
        own < Defect.loose ? Math.max(own, linkDefectOf(chapter, features, first, last, data)) : own;
      const hasFocus = Math.max(...features.focus.slice(first, last + 1)) >= minFocusShare;
      candidates.push({ first, last, words, score, defect, isQuoted, hasFocus });
    }
  }
  return candidates;
};

const followsOn = (before: Sentence, after: Sentence): boolean =>
  before.isWhole && before.speaker === after.speaker && after.firstCue - before.lastCue <= 1;

/** Greedy: the best candidate, then the best one that does not overlap it and is far from it, and so on. */
const choose = (
  candidates: readonly Candidate[],
  before: readonly Candidate[],
  sentences: number,
  count: number,
): Candidate[] => {
  const selection = [...before];
  const spacing = sentences / (count + 1);
  while (selection.length < count) {
    let best: Candidate | undefined;
    let bestScore = -Infinity;
    for (const candidate of candidates) {
      if (selection.some((other) => candidate.first <= other.last && other.first <= candidate.last)) continue;
      const nearest = Math.min(spacing, ...selection.map((other) => Math.abs(other.first - candidate.first)));
      const score = Math.round(candidate.score * (0.6 + (0.4 * nearest) / spacing));
      if (score > bestScore) [best, bestScore] = [candidate, score];
    }
    if (!best) break;
    selection.push(best);
  }
  return selection;
};

/** Candidates without defects, then with increasing defects. */
const byDefect = (candidates: readonly Candidate[]): (readonly Candidate[])[] =>
  Object.values(Defect).map((worst) => candidates.filter(({ defect }) => defect <= worst));

/** Candidates about the focus come before all others, whatever their defects. */
const byFocus = (candidates: readonly Candidate[]): (readonly Candidate[])[] =>
  [candidates.filter(({ hasFocus }) => hasFocus), candidates].flatMap(byDefect);

/** New quotes of sufficient length, then existing ones, then all others. */
const preferences = (candidates: readonly Candidate[]): (readonly Candidate[])[] => {
  if (!candidates.some(({ isQuoted }) => isQuoted)) return byFocus(candidates);
  const fresh = candidates.filter(({ isQuoted, words }) => !isQuoted && words >= minFreshWords);
  return [fresh, candidates.filter(({ isQuoted }) => isQuoted), candidates].flatMap(byFocus);
};

/** How far a selection is from the ideal: missing quotes count most, then defects. */
const shortfallOf = (selection: readonly Candidate[], quoteCount: number): number =>
  selection.reduce((sum, { defect }) => sum + defect ** 2, 100 * Math.max(0, quoteCount - selection.length));

/** If longer quotes lead to missing or defective ones, single sentences are used. */
const chooseAll = (candidates: readonly Candidate[], sentences: number, count: number): Candidate[] => {
  const pick = (from: readonly Candidate[]): Candidate[] =>
    preferences(from).reduce<Candidate[]>((before, each) => choose(each, before, sentences, count), []);
  const quoteCount = Math.min(count, sentences);
  const selection = pick(candidates);
  if (shortfallOf(selection, quoteCount) === 0) return selection;
  const single = pick(candidates.filter(({ first, last }) => first === last));
  return shortfallOf(single, quoteCount) < shortfallOf(selection, quoteCount) ? single : selection;
};

/** Returns fewer quotes rather than ineligible ones, unless they are about the focus or there are no others. */
const onlyEligible = (candidates: readonly Candidate[]): readonly Candidate[] => {
  const min = candidates.reduce((low, { defect }) => Math.min(low, defect), Infinity);
  const max = Math.max(Defect.loose, min);
  return candidates.filter(({ defect, hasFocus }) => defect <= max || hasFocus);
};

/** Quotes complete, independent statements, spread over the chapter. */
export const quoteBySalience: Quoter = (transcript, chapters, options) =>
  chapters.map((chapter) => {
    const { sentences } = chapter;
    const features = readChapter(chapter, transcript, options);
    if (isGiven(options.focus) && features.focus.every((share) => share === 0)) return [];
    const selection = chooseAll(
      onlyEligible(candidatesOf(chapter, features, languageData(transcript.language))),
      sentences.length,
      options.count,
    );
    selection.sort((a, b) => a.first - b.first);
    return selection.map(({ first, last }) => ({
      text: printedText(sentences, features.defects, first, last),
      cueStart: entryAt(transcript.cues, entryAt(sentences, first).firstCue).start,
    }));
  });
