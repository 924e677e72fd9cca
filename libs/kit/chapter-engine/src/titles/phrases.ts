import { entryAt } from '../language/entry-at.ts';
import type { Chapter } from '../transcript/chapter.ts';
import type { LanguageData } from '../language/language-data.ts';
import type { WordClasses } from './word-classes.ts';
import { isJoined } from '../language/words.ts';

/** A phrase that could be the title of a chapter. */
export interface Phrase {
  /** In the usual case, without the capital letter of a title. */
  readonly text: string;
  /** Its content terms, to detect phrases with the same meaning. */
  readonly keys: readonly string[];
  readonly score: number;
  /** How often it was said in the chapter. */
  readonly count: number;
}

const maxWords = 4;
/** Topics are named when they start: the extra weight of a phrase in the first second. */
const openingWeight = 6;
/** Seconds after which half of that weight is left. */
const openingSeconds = 10;

interface Tally {
  count: number;
  /** Seconds from the start of the chapter to the first use. */
  readonly after: number;
  readonly words: readonly string[];
}

const hasRepeat = (keys: readonly string[]): boolean => new Set(keys).size < keys.length;

/** Runs of up to four consecutive words with content words at both ends, and content or link words inside. */
const tallyPhrases = (chapter: Chapter, data: LanguageData): Map<string, Tally> => {
  const tallies = new Map<string, Tally>();
  for (const sentence of chapter.sentences) {
    const { text, words } = sentence;
    const carries = words.map((word) => chapter.weightOf(word.text) > 0);
    for (let first = 0; first < words.length; first++) {
      if (!carries[first]) continue;
      for (let last = first; last < Math.min(words.length, first + maxWords); last++) {
        if (last > first && !isJoined(text, entryAt(words, last - 1), entryAt(words, last))) break;
        if (!carries[last] && !data.phraseLinks.has(entryAt(words, last).text.toLowerCase())) break;
        if (!carries[last]) continue;
        const run = words.slice(first, last + 1).map((each) => each.text);
        const keys = run.map((each) => chapter.termOf(each));
        if (hasRepeat(keys)) continue;
        const key = keys.join(' ');
        const tally = tallies.get(key);
        if (tally) tally.count++;
        else tallies.set(key, { count: 1, after: chapter.secondsTo(sentence.firstCue), words: run });
      }
    }
  }
  return tallies;
};

const scorePhrase = (tally: Tally, chapter: Chapter, data: LanguageData, classes: WordClasses): number => {
  const weights = tally.words.map((word) => chapter.weightOf(word));
  const content = weights.filter((weight) => weight > 0);
  const mean = content.reduce((sum, weight) => sum + weight, 0) / content.length;
  const head = classes.nounScore(tally.words.at(-1) ?? '');
  const opening = classes.nounScore(entryAt(tally.words, 0));
  const isPhrase = content.length > 1;
  if (!isPhrase && data.genericNouns.has(entryAt(tally.words, 0).toLowerCase())) return 0;
  const noun = 1 + 0.6 * head + (isPhrase ? 0.15 * opening : 0);
  const length = [0.6, 1.4, 1.4, 1.1][content.length - 1] ?? 1;
  const linkFactor = content.length < tally.words.length ? 0.7 : 1;
  const often = Math.log(tally.count + (isPhrase ? 0.7 : 0.5));
  return (
    mean *
    (1 + often) *
    Math.max(0.05, noun) *
    length *
    linkFactor *
    (1 + openingWeight / (1 + tally.after / openingSeconds))
  );
};

/** The phrases of a chapter, the most characteristic first; equal ones in spoken order. */
export const rankPhrases = (chapter: Chapter, data: LanguageData, classes: WordClasses): Phrase[] => {
  const phrases: Phrase[] = [];
  for (const tally of tallyPhrases(chapter, data).values()) {
    phrases.push({
      text: tally.words
        .map((word) => classes.cased(word))
        .join(' ')
        .replace(/['’]s$/u, ''),
      keys: tally.words.filter((word) => chapter.weightOf(word) > 0).map((word) => chapter.termOf(word)),
      count: tally.count,
      score: Math.round(1e6 * scorePhrase(tally, chapter, data, classes)),
    });
  }
  return phrases.filter((phrase) => phrase.score > 0).sort((a, b) => b.score - a.score);
};
