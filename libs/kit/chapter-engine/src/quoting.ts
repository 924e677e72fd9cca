import { entryAt } from './entry-at.ts';
import type { Chapter } from './chapter.ts';
import { phrasebook, type Phrasebook } from './phrasebook.ts';
import { weighSentences } from './salience.ts';
import type { Sentence } from './sentences.ts';
import type { Transcript } from './transcript.ts';

/** Something memorable that was really said. */
export interface Quote {
  /** Verbatim: text of consecutive cues joined by single spaces. */
  text: string;
  /** Seconds: start of the cue in which the quote begins. */
  cueStart: number;
}

/** How many quotes each chapter should give. */
export interface QuoteOptions {
  count: number;
}

/** Picks each chapter's quotes, in the order in which they were said. */
export type Quoter = (
  transcript: Transcript,
  chapters: readonly Chapter[],
  options: QuoteOptions,
) => Quote[][];

const LEAST_WORDS = 15;
const MOST_WORDS = 50;
/** Sentences joined into one quote at most. */
const LONGEST_RUN = 3;

/** A run of whole sentences that could be quoted. */
interface Candidate {
  readonly first: number;
  readonly last: number;
  readonly words: number;
  readonly score: number;
}

/** 1 for the wanted length, falling off outside. */
const lengthFit = (words: number): number => {
  if (words < LEAST_WORDS) return 0.15 + (0.55 * words) / LEAST_WORDS;
  return words <= MOST_WORDS ? 1 : Math.max(0.1, MOST_WORDS / words - 0.3);
};

const candidatesOf = (chapter: Chapter, book: Phrasebook): Candidate[] => {
  const weights = weighSentences(chapter, book);
  const candidates: Candidate[] = [];
  for (let first = 0; first < weights.length; first++) {
    let [words, topic, fluency, claim] = [0, 0, 1, 0];
    for (let last = first; last < Math.min(weights.length, first + LONGEST_RUN); last++) {
      if (last > first && !followsOn(entryAt(chapter.sentences, last - 1), entryAt(chapter.sentences, last)))
        break;
      words += entryAt(chapter.sentences, last).words.length;
      if (last > first && words > MOST_WORDS) break;
      topic =
        Math.max(topic, entryAt(weights, last).topic) +
        (last > first ? 0.1 * entryAt(weights, last).topic : 0);
      fluency = Math.min(fluency, entryAt(weights, last).fluency);
      claim = Math.min(1, claim + entryAt(weights, last).claim);
      const isOpen = entryAt(chapter.sentences, last).isWhole ? 0 : 0.5;
      const isAsked = entryAt(chapter.sentences, last).text.endsWith('?') ? 0.4 : 0;
      const joined = 0.15 * (last - first);
      const worth =
        topic + 1.4 * entryAt(weights, first).standing + fluency + 0.6 * claim - isOpen - isAsked - joined;
      candidates.push({ first, last, words, score: Math.round(1e6 * worth * lengthFit(words)) });
    }
  }
  return candidates;
};

const followsOn = (before: Sentence, after: Sentence): boolean =>
  before.isWhole && before.speaker === after.speaker && after.firstCue - before.lastCue <= 1;

/** Greedy: the best candidate, then the best that does not touch it and stands apart from it, and so on. */
const choose = (candidates: readonly Candidate[], sentences: number, count: number): Candidate[] => {
  const chosen: Candidate[] = [];
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
  return chosen.sort((a, b) => a.first - b.first);
};

/** Quotes whole sentences that stand alone, spread over the chapter. */
export const quoteByStanding: Quoter = (transcript, chapters, { count }) =>
  chapters.map((chapter) => {
    const candidates = candidatesOf(chapter, phrasebook(transcript.language));
    return choose(candidates, chapter.sentences.length, count).map(({ first, last }) => ({
      text: chapter.sentences
        .slice(first, last + 1)
        .map((sentence) => sentence.text)
        .join(' '),
      cueStart: entryAt(transcript.cues, entryAt(chapter.sentences, first).firstCue).start,
    }));
  });
