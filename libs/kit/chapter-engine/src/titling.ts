import { entryAt } from './entry-at.ts';
import type { Chapter } from './chapter.ts';
import { phrasebook, type Phrasebook } from './phrasebook.ts';
import { rankPhrases, type Phrase } from './phrases.ts';
import { shorten } from './shorten.ts';
import type { Transcript } from './transcript.ts';
import { classifyWords } from './word-classes.ts';

/** Longest title, in characters. */
export const TITLE_LENGTH = 100;
/** Seconds: a longer first or last chapter has a topic of its own. */
const LONGEST_FRAME = 240;
/** Times greeting or parting words must be heard to make a chapter an introduction or a closing. */
const FRAME_WORDS = 2;
/** A second phrase joins the first when it is nearly as characteristic. */
const SECOND_SHARE = 0.55;

/** A phrase of one word says little alone: here less is asked of the second. */
const LONE_SHARE = 0.4;

/** Said once, a phrase may be chance; names are not. */
const SECOND_COUNT = 2;
/** A longer phrase may be this much less characteristic than the word it replaces. */
const FULLER_SHARE = 0.5;

/** Names each chapter: 1..100 characters, unique in the recording. */
export type Titler = (transcript: Transcript, chapters: readonly Chapter[]) => string[];

const startsUpper = (text: string): string => {
  const [first = ''] = text;
  return first.toLocaleUpperCase('en') + text.slice(first.length);
};

const hears = (chapter: Chapter, words: ReadonlySet<string>): boolean => {
  let heard = 0;
  for (const sentence of chapter.sentences) {
    for (const word of sentence.words) if (words.has(word.text.toLowerCase())) heard++;
  }
  return heard >= FRAME_WORDS;
};

/** "Introduction" or "Closing", where the chapter is one. */
const frameTitle = (
  transcript: Transcript,
  chapters: readonly Chapter[],
  c: number,
  book: Phrasebook,
): string | undefined => {
  const chapter = entryAt(chapters, c);
  const isFirst = c === 0;
  if (chapters.length < 3 || (!isFirst && c < chapters.length - 1)) return undefined;
  const end = transcript.cues[chapter.to]?.start ?? transcript.duration;
  const length = end - entryAt(transcript.cues, chapter.from).start;
  if (length > Math.min(LONGEST_FRAME, transcript.duration / 4)) return undefined;
  if (!hears(chapter, isFirst ? book.greetings : book.farewells)) return undefined;
  return isFirst ? book.introduction : book.closing;
};

/** Whether two phrases share a word, or one word holds the other ("mining", "merged-mining"). */
const says = (phrase: Phrase, other: Phrase): boolean =>
  phrase.keys.some((key) => other.keys.some((each) => each.includes(key) || key.includes(each)));

/** A single word gives way to a phrase that holds it and is nearly as characteristic: "panels" to "solar panels". */
const fuller = (phrase: Phrase, phrases: readonly Phrase[]): Phrase =>
  phrase.keys.length > 1
    ? phrase
    : (phrases.find(
        (each) =>
          each.keys.length > 1 &&
          each.keys.includes(entryAt(phrase.keys, 0)) &&
          each.score > FULLER_SHARE * phrase.score,
      ) ?? phrase);

/** The most characteristic phrase; two short ones when both count. */
const phraseTitles = (phrases: readonly Phrase[], book: Phrasebook): string[] => {
  const titles: string[] = [];
  for (const [i, lone] of phrases.slice(0, 12).entries()) {
    const phrase = fuller(lone, phrases);
    const share = phrase.keys.length > 1 ? SECOND_SHARE : LONE_SHARE;
    const second = phrases
      .slice(i + 1, i + 12)
      .find((other) => !says(phrase, other) && (other.count >= SECOND_COUNT || /^\p{Lu}/u.test(other.text)));
    if (second && phrase.keys.length < 3 && second.keys.length < 3 && second.score > share * phrase.score) {
      titles.push(`${phrase.text} ${book.and} ${second.text}`);
    }
    titles.push(phrase.text);
  }
  return titles.map((title) => shorten(startsUpper(title), TITLE_LENGTH));
};

/** Names chapters by the noun phrases that are frequent in them and rare in the others. */
export const titleByPhrases: Titler = (transcript, chapters) => {
  const book = phrasebook(transcript.language);
  const classes = classifyWords(chapters, transcript.language);
  const used = new Set<string>();
  return chapters.map((chapter, c) => {
    const frame = frameTitle(transcript, chapters, c, book);
    const options = [...(frame ? [frame] : []), ...phraseTitles(rankPhrases(chapter, book, classes), book)];
    const numbered = (n: number): string =>
      used.has(`${book.chapter} ${n}`.toLowerCase()) ? numbered(n + 1) : `${book.chapter} ${n}`;
    const title = options.find((each) => each !== '' && !used.has(each.toLowerCase())) ?? numbered(c + 1);
    used.add(title.toLowerCase());
    return title;
  });
};
