import { entryAt } from './entry-at.ts';
import { bearingOf, readBearing } from './bearing.ts';
import type { Chapter } from './chapter.ts';
import { knownSentences } from './known-sentences.ts';
import { phrasebook, type Phrasebook } from './phrasebook.ts';
import { blemishOf, MOST_PRINTED, printOf, readPrint, type Print } from './printable.ts';
import { weighSentences, type Salience } from './salience.ts';
import type { Sentence } from './sentences.ts';
import { Blemish } from './statement.ts';
import type { Transcript } from './transcript.ts';
import { readWords } from './words.ts';

/** Something memorable that was really said. */
export interface Quote {
  /** Verbatim: text of consecutive cues joined by single spaces; its first letter may be made a capital. */
  text: string;
  /** Seconds: start of the cue in which the quote begins. */
  cueStart: number;
}

/** What is wanted of quotes. */
export interface QuoteOptions {
  /** How many each chapter should give. */
  count: number;
  /** Words a person typed: quotes about them come first. */
  focus?: string;
  /** Quotes there are already: others come first, as far as there are any worth the name. */
  avoid?: readonly string[];
}

/** Picks each chapter's quotes, in the order in which they were said. */
export type Quoter = (
  transcript: Transcript,
  chapters: readonly Chapter[],
  options: QuoteOptions,
) => Quote[][];

const LEAST_WORDS = 15;
/** Below this nothing is worth more than a good quote that is there already. */
const LEAST_FRESH_WORDS = 8;
/** What being about the focus counts, beside about 4 for all else. */
const FOCUS = 6;
/** With this share of the focus that any sentence has, one is about it. */
const LEAST_ABOUT = 0.4;
/** A short sentence that only goes on to the next thing; what it costs a quote. */
const MOST_TURN_WORDS = 7;
const TURN = 0.8;
/** Sentences joined into one quote at most. */
const LONGEST_RUN = 3;

/** A run of whole sentences that could be quoted. */
interface Candidate {
  readonly first: number;
  readonly last: number;
  readonly words: number;
  readonly score: number;
  /** How far it is from something that could be printed: see `printable.ts`. */
  readonly blemish: number;
  /** Some of it is in a quote that is to be avoided. */
  readonly isKnown: boolean;
  /** It speaks of what quotes are to be about. */
  readonly isAbout: boolean;
}

/** 1 for the wanted length, falling off outside. */
const lengthFit = (words: number): number => {
  if (words < LEAST_WORDS) return 0.15 + (0.55 * words) / LEAST_WORDS;
  return words <= MOST_PRINTED ? 1 : Math.max(0.1, MOST_PRINTED / words - 0.3);
};

/** "Now let us look at bees." */
const isTurn = ({ words }: Sentence, book: Phrasebook): boolean =>
  words.length <= MOST_TURN_WORDS && book.transitions.has(words[0]?.text.toLowerCase() ?? '');

/** How much of the focus each sentence has, 0..1 of the most that any has; asking for something is not saying it. */
const focusOf = ({ sentences }: Chapter, focus: string, language: string): number[] => {
  if (focus.trim() === '') return sentences.map(() => 0);
  const bearing = readBearing(sentences, focus, language);
  const own = sentences.map(({ text }, i) => bearingOf(bearing, i) * (text.endsWith('?') ? 0.4 : 1));
  const most = own.reduce((high, each) => Math.max(high, each), 1e-9);
  return own.map((each) => each / most);
};

/** What is known of the sentences of a chapter, each list in their order. */
interface Reading {
  readonly salience: readonly Salience[];
  readonly focus: readonly number[];
  readonly isKnown: readonly boolean[];
  readonly isTurn: readonly boolean[];
  readonly print: readonly Print[];
  /** All quotes that are to be avoided, in one line: a quote may be part of a sentence. */
  readonly avoided: string;
}

const foldLine = (text: string): string =>
  ` ${readWords(text)
    .map((word) => word.text.toLowerCase())
    .join(' ')} `;

/** Whether a chapter begins in the middle of what somebody says. */
const beginsInside = ({ from }: Chapter, { cues }: Transcript): boolean => {
  const [before, first] = [cues[from - 1], cues[from]];
  if (!before || !first || before.speaker !== first.speaker) return false;
  return !/[.?!…。？！]["'”’»)\]]*$/u.test(before.text.trim());
};

const readChapter = (
  chapter: Chapter,
  transcript: Transcript,
  { focus = '', avoid = [] }: QuoteOptions,
): Reading => {
  const { language } = transcript;
  const book = phrasebook(language);
  return {
    avoided: avoid.map(foldLine).join('|'),
    print: readPrint(chapter.sentences, beginsInside(chapter, transcript), book),
    salience: weighSentences(chapter, book),
    focus: focusOf(chapter, focus, language),
    isKnown: knownSentences(chapter.sentences, avoid),
    isTurn: chapter.sentences.map((sentence) => isTurn(sentence, book)),
  };
};

/** What a run of sentences is worth as a quote, its length aside. */
const worthOf = (
  { sentences }: Chapter,
  { salience, focus, isTurn: turns }: Reading,
  first: number,
  last: number,
): number => {
  let [topic, fluency, claim, cost] = [0, 1, 0, 0.15 * (last - first)];
  for (let k = first; k <= last; k++) {
    const weights = entryAt(salience, k);
    topic = Math.max(topic, weights.topic) + (k > first ? 0.1 * weights.topic : 0);
    fluency = Math.min(fluency, weights.fluency);
    claim = Math.min(1, claim + weights.claim);
    if (turns[k]) cost += TURN;
  }
  const end = entryAt(sentences, last);
  if (!end.isWhole) cost += 0.5;
  if (end.text.endsWith('?')) cost += 0.4;
  const about = focus.slice(first, last + 1);
  const mean = about.reduce((sum, each) => sum + each, 0) / about.length;
  const wanted = FOCUS * (0.5 * Math.max(...about) + 0.5 * mean);
  return topic + 1.4 * entryAt(salience, first).standing + fluency + 0.6 * claim + wanted - cost;
};

const candidatesOf = (chapter: Chapter, reading: Reading): Candidate[] => {
  const { sentences } = chapter;
  const candidates: Candidate[] = [];
  for (let first = 0; first < sentences.length; first++) {
    let words = 0;
    for (let last = first; last < Math.min(sentences.length, first + LONGEST_RUN); last++) {
      if (last > first && !followsOn(entryAt(sentences, last - 1), entryAt(sentences, last))) break;
      words += entryAt(sentences, last).words.length;
      if (last > first && words > MOST_PRINTED) break;
      const score = Math.round(1e6 * worthOf(chapter, reading, first, last) * lengthFit(words));
      const isKnown =
        reading.isKnown.slice(first, last + 1).includes(true) ||
        reading.avoided.includes(foldLine(printOf(sentences, reading.print, first, last)));
      const blemish = blemishOf(sentences, reading.print, first, last);
      const isAbout = Math.max(...reading.focus.slice(first, last + 1)) >= LEAST_ABOUT;
      candidates.push({ first, last, words, score, blemish, isKnown, isAbout });
    }
  }
  return candidates;
};

const followsOn = (before: Sentence, after: Sentence): boolean =>
  before.isWhole && before.speaker === after.speaker && after.firstCue - before.lastCue <= 1;

/** Greedy: the best candidate, then the best that does not touch it and stands apart from it, and so on. */
const choose = (
  candidates: readonly Candidate[],
  before: readonly Candidate[],
  sentences: number,
  count: number,
): Candidate[] => {
  const chosen = [...before];
  const apart = sentences / (count + 1);
  while (chosen.length < count) {
    let best: Candidate | undefined;
    let bestScore = -Infinity;
    for (const candidate of candidates) {
      if (chosen.some((other) => candidate.first <= other.last && other.first <= candidate.last)) continue;
      const nearest = Math.min(apart, ...chosen.map((other) => Math.abs(other.first - candidate.first)));
      const score = Math.round(candidate.score * (0.6 + (0.4 * nearest) / apart));
      if (score > bestScore) [best, bestScore] = [candidate, score];
    }
    if (!best) break;
    chosen.push(best);
  }
  return chosen;
};

/** Those that could be printed, then those that come ever less near to it. */
const byBlemish = (candidates: readonly Candidate[]): (readonly Candidate[])[] =>
  Object.values(Blemish).map((worst) => candidates.filter(({ blemish }) => blemish <= worst));

/** What is about the focus goes before what is not, however it is said: that is what was asked for. */
const byFocus = (candidates: readonly Candidate[]): (readonly Candidate[])[] =>
  [candidates.filter(({ isAbout }) => isAbout), candidates].flatMap(byBlemish);

/** What is new and worth quoting, then what was there already, then whatever is left. */
const preferences = (candidates: readonly Candidate[]): (readonly Candidate[])[] => {
  if (!candidates.some(({ isKnown }) => isKnown)) return byFocus(candidates);
  const fresh = candidates.filter(({ isKnown, words }) => !isKnown && words >= LEAST_FRESH_WORDS);
  return [fresh, candidates.filter(({ isKnown }) => isKnown), candidates].flatMap(byFocus);
};

/** How far a choice is from what was wanted: too few count most, then what could not be printed. */
const lackOf = (chosen: readonly Candidate[], wanted: number): number =>
  chosen.reduce((sum, { blemish }) => sum + blemish ** 2, 100 * Math.max(0, wanted - chosen.length));

/** Where longer quotes leave too few, or too few that could be printed, each is a sentence. */
const chooseAll = (candidates: readonly Candidate[], sentences: number, count: number): Candidate[] => {
  const pick = (from: readonly Candidate[]): Candidate[] =>
    preferences(from).reduce<Candidate[]>((before, each) => choose(each, before, sentences, count), []);
  const wanted = Math.min(count, sentences);
  const chosen = pick(candidates);
  if (lackOf(chosen, wanted) === 0) return chosen;
  const single = pick(candidates.filter(({ first, last }) => first === last));
  return lackOf(single, wanted) < lackOf(chosen, wanted) ? single : chosen;
};

/** Better fewer quotes than one that nobody would print, as long as it is not what was asked for, or all there is. */
const worthPrinting = (candidates: readonly Candidate[]): readonly Candidate[] => {
  const least = candidates.reduce((low, { blemish }) => Math.min(low, blemish), Infinity);
  const most = Math.max(Blemish.light, least);
  return candidates.filter(({ blemish, isAbout }) => blemish <= most || isAbout);
};

/** Quotes whole statements that stand alone, spread over the chapter. */
export const quoteByStanding: Quoter = (transcript, chapters, options) =>
  chapters.map((chapter) => {
    const { sentences } = chapter;
    const reading = readChapter(chapter, transcript, options);
    const chosen = chooseAll(worthPrinting(candidatesOf(chapter, reading)), sentences.length, options.count);
    chosen.sort((a, b) => a.first - b.first);
    return chosen.map(({ first, last }) => ({
      text: printOf(sentences, reading.print, first, last),
      cueStart: entryAt(transcript.cues, entryAt(sentences, first).firstCue).start,
    }));
  });
