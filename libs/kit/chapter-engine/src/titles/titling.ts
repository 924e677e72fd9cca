import { entryAt } from '../language/entry-at.ts';
import type { Chapter } from '../transcript/chapter.ts';
import { languageData, type LanguageData } from '../language/language-data.ts';
import { rankPhrases, type Phrase } from './phrases.ts';
import { shorten } from '../language/shorten.ts';
import type { Transcript } from '../transcript/transcript.ts';
import { classifyWords } from './word-classes.ts';

/** Maximum characters of a title. */
export const titleLength = 100;
/** Maximum seconds of an introduction or closing; longer ones have their own topic. */
const maxFrameSeconds = 240;
/** Minimum greeting or farewell words of an introduction or closing. */
const frameWords = 2;
/** A second phrase is added when its score is at least this share of the first. */
const secondShare = 0.55;

/** The same after a phrase of one word, which says little alone. */
const singleWordShare = 0.4;

/** A second phrase must be said this often, unless it is a name. */
const secondCount = 2;
/** A longer phrase replaces a word if it has at least this share of its score. */
const extendedShare = 0.5;

/** Makes a title for each chapter: 1..100 characters, unique in the recording. */
export type Titler = (transcript: Transcript, chapters: readonly Chapter[]) => string[];

const startsUpper = (text: string): string => {
  const [first = ''] = text;
  return first.toLocaleUpperCase('en') + text.slice(first.length);
};

const contains = (chapter: Chapter, words: ReadonlySet<string>): boolean => {
  let count = 0;
  for (const sentence of chapter.sentences) {
    for (const word of sentence.words) if (words.has(word.text.toLowerCase())) count++;
  }
  return count >= frameWords;
};

/** "Introduction" or "Closing", if the chapter is one. */
const frameTitle = (
  transcript: Transcript,
  chapters: readonly Chapter[],
  c: number,
  data: LanguageData,
): string | undefined => {
  const chapter = entryAt(chapters, c);
  const isFirst = c === 0;
  if (chapters.length < 3 || (!isFirst && c < chapters.length - 1)) return undefined;
  const end = transcript.cues[chapter.to]?.start ?? transcript.duration;
  const length = end - entryAt(transcript.cues, chapter.from).start;
  if (length > Math.min(maxFrameSeconds, transcript.duration / 4)) return undefined;
  if (!contains(chapter, isFirst ? data.greetings : data.farewells)) return undefined;
  return isFirst ? data.introduction : data.closing;
};

/** Whether two phrases share a word, or a word contains another ("mining", "merged-mining"). */
const overlaps = (phrase: Phrase, other: Phrase): boolean =>
  phrase.keys.some((key) => other.keys.some((each) => each.includes(key) || key.includes(each)));

/** Replaces a single word by a longer phrase with a similar score: "panels" by "solar panels". */
const extended = (phrase: Phrase, phrases: readonly Phrase[]): Phrase =>
  phrase.keys.length > 1
    ? phrase
    : (phrases.find(
        (each) =>
          each.keys.length > 1 &&
          each.keys.includes(entryAt(phrase.keys, 0)) &&
          each.score > extendedShare * phrase.score,
      ) ?? phrase);

/** The best phrases; two short ones when both are characteristic. */
const phraseTitles = (phrases: readonly Phrase[], data: LanguageData): string[] => {
  const titles: string[] = [];
  for (const [i, candidate] of phrases.slice(0, 12).entries()) {
    const phrase = extended(candidate, phrases);
    const share = phrase.keys.length > 1 ? secondShare : singleWordShare;
    const second = phrases
      .slice(i + 1, i + 12)
      .find(
        (other) => !overlaps(phrase, other) && (other.count >= secondCount || /^\p{Lu}/u.test(other.text)),
      );
    if (second && phrase.keys.length < 3 && second.keys.length < 3 && second.score > share * phrase.score) {
      titles.push(`${phrase.text} ${data.and} ${second.text}`);
    }
    titles.push(phrase.text);
  }
  return titles.map((title) => shorten(startsUpper(title), titleLength));
};

/** Makes titles of noun phrases that are frequent in a chapter and rare in the others. */
export const titleByPhrases: Titler = (transcript, chapters) => {
  const data = languageData(transcript.language);
  const classes = classifyWords(chapters, transcript.language);
  const usedTitles = new Set<string>();
  return chapters.map((chapter, c) => {
    const frame = frameTitle(transcript, chapters, c, data);
    const options = [...(frame ? [frame] : []), ...phraseTitles(rankPhrases(chapter, data, classes), data)];
    const numbered = (n: number): string =>
      usedTitles.has(`${data.chapter} ${n}`.toLowerCase()) ? numbered(n + 1) : `${data.chapter} ${n}`;
    const title =
      options.find((each) => each !== '' && !usedTitles.has(each.toLowerCase())) ?? numbered(c + 1);
    usedTitles.add(title.toLowerCase());
    return title;
  });
};
