import type { Chapter } from './chapter.ts';
import type { Phrasebook } from './phrasebook.ts';
import type { Sentence } from './sentences.ts';
import type { WordClasses } from './word-classes.ts';

/** A few words that could head a chapter. */
export interface Phrase {
  /** As it should be read, without the capital a title gets. */
  readonly text: string;
  /** Folded words that carry meaning, to see whether two phrases say the same. */
  readonly keys: readonly string[];
  readonly score: number;
}

const MOST_WORDS = 4;
/** Words said in the first part of a chapter name its topic more often than later ones. */
const OPENING_SHARE = 0.25;

interface Tally {
  count: number;
  isEarly: boolean;
  readonly words: readonly string[];
}

const isAdjacent = (sentence: Sentence, i: number): boolean => {
  const [left, right] = [sentence.words[i]!, sentence.words[i + 1]!];
  return /^['’]?\s+['’]?$/u.test(sentence.text.slice(left.at + left.text.length, right.at));
};

/** Runs of up to four neighbouring words whose ends carry meaning and whose inside is meaning or a joint. */
const tallyPhrases = (chapter: Chapter, book: Phrasebook): Map<string, Tally> => {
  const tallies = new Map<string, Tally>();
  const early = chapter.sentences.length * OPENING_SHARE;
  for (const [s, sentence] of chapter.sentences.entries()) {
    const weights = sentence.words.map((word) => chapter.weightOf(word.text));
    for (let first = 0; first < weights.length; first++) {
      if (weights[first] === 0) continue;
      for (let last = first; last < Math.min(weights.length, first + MOST_WORDS); last++) {
        if (last > first && !isAdjacent(sentence, last - 1)) break;
        const word = sentence.words[last]!.text;
        if (weights[last] === 0 && !book.joints.has(word.toLowerCase())) break;
        if (weights[last] === 0) continue;
        const words = sentence.words.slice(first, last + 1).map((each) => each.text);
        if (hasRepeat(words)) continue;
        const key = words.join(' ').toLowerCase();
        const tally = tallies.get(key);
        if (tally) tally.count++;
        else tallies.set(key, { count: 1, isEarly: s <= early, words });
      }
    }
  }
  return tallies;
};

const hasRepeat = (words: readonly string[]): boolean =>
  new Set(words.map((word) => word.toLowerCase())).size < words.length;

const scorePhrase = (tally: Tally, chapter: Chapter, classes: WordClasses): number => {
  const weights = tally.words.map((word) => chapter.weightOf(word));
  const content = weights.filter((weight) => weight > 0);
  const mean = content.reduce((sum, weight) => sum + weight, 0) / content.length;
  const head = classes.nounness(tally.words.at(-1)!);
  const opening = classes.nounness(tally.words[0]!);
  const noun = 1 + 0.5 * head + 0.2 * opening;
  const length = [0.75, 1.2, 1.2, 1][content.length - 1] ?? 1;
  const joint = content.length < tally.words.length ? 0.8 : 1;
  return mean * Math.log(1 + tally.count) * Math.max(0.1, noun) * length * joint * (tally.isEarly ? 1.25 : 1);
};

/** The phrases of a chapter, the most characteristic first; ties in the order of speech. */
export const rankPhrases = (chapter: Chapter, book: Phrasebook, classes: WordClasses): Phrase[] => {
  const phrases: Phrase[] = [];
  for (const tally of tallyPhrases(chapter, book).values()) {
    phrases.push({
      text: tally.words.map((word) => classes.cased(word)).join(' '),
      keys: tally.words.filter((word) => chapter.weightOf(word) > 0).map((word) => word.toLowerCase()),
      score: Math.round(1e6 * scorePhrase(tally, chapter, classes)),
    });
  }
  return phrases.sort((a, b) => b.score - a.score);
};
