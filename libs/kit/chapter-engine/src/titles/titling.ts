import { entryAt } from '../language/entry-at.ts';
import { findAnnouncement } from '../transcript/announcement.ts';
import type { Chapter } from '../transcript/chapter.ts';
import { languageData, type LanguageData } from '../language/language-data.ts';
import { rankPhrases } from './phrase-ranking.ts';
import { plainTitle } from '../language/plain-title.ts';
import { openingQuestion } from './questions.ts';
import { shorten } from '../language/shorten.ts';
import { fold } from '../language/words.ts';
import type { Transcript } from '../transcript/transcript.ts';

/** Maximum characters of a title. */
const titleLength = 100;
/** Maximum seconds of an introduction in whose first third one, two or more different words of openings are said. */
const introductionSeconds = [0, 60, 240, 330];
const openingShare = 1 / 3;
/** Maximum seconds of a closing, and the maximum share of its words before the first farewell. */
const closingSeconds = 120;
/** The start of a chapter that shows of which kind it is. */
const commonSeconds = 20;
const farewellShare = 0.6;
/** The share of the mentions of an announced subject that its own chapter contains. */
const announcedShare = 0.5;

/** Makes a title for each chapter: 1..100 characters, unique in the recording. */
export type Titler = (transcript: Transcript, chapters: readonly Chapter[]) => string[];

/** Starts with a capital, except "iOS" and other names with a later one. */
const startsUpper = (text: string): string => {
  const [first = ''] = text;
  return /^\p{Ll}\S*\p{Lu}/u.test(text) ? text : first.toLocaleUpperCase('en') + text.slice(first.length);
};

const titleFrom = (phrase: string): string => shorten(startsUpper(phrase), titleLength);

const isIntroduction = (words: readonly string[], seconds: number, data: LanguageData): boolean => {
  const early = words.slice(0, Math.ceil(words.length * openingShare));
  const found = new Set(early.filter((word) => data.greetings.has(word) || data.openings.has(word)));
  return seconds <= (introductionSeconds[Math.min(found.size, introductionSeconds.length - 1)] ?? 0);
};

const isClosing = (words: readonly string[], seconds: number, data: LanguageData): boolean => {
  const first = words.findIndex((word) => data.farewells.has(word));
  const text = words.join(' ');
  const cued = text.search(data.closings);
  return (
    seconds <= closingSeconds &&
    ((first >= 0 && first <= farewellShare * words.length) ||
      (cued >= 0 && cued <= farewellShare * text.length))
  );
};

const secondsOf = ({ cues, duration }: Transcript, { from, to }: Chapter): number =>
  (cues[to]?.start ?? duration) - entryAt(cues, from).start;

/** "Introduction" or "Closing", if the chapter is one. */
const frameTitle = (
  transcript: Transcript,
  chapters: readonly Chapter[],
  c: number,
  data: LanguageData,
): string | undefined => {
  const chapter = entryAt(chapters, c);
  if (chapters.length < 3 || (c > 0 && c < chapters.length - 1)) return undefined;
  const seconds = secondsOf(transcript, chapter);
  if (seconds > transcript.duration / 4) return undefined;
  const words = chapter.sentences.flatMap((sentence) => sentence.words.map(({ folded }) => folded));
  if (c === 0) return isIntroduction(words, seconds, data) ? data.introduction : undefined;
  return isClosing(words, seconds, data) ? data.closing : undefined;
};

/** The title of a kind of chapter that the first words show. */
const commonTitle = (transcript: Transcript, chapter: Chapter, data: LanguageData): string | undefined => {
  const first = chapter.sentences.filter(({ firstCue }) => chapter.secondsTo(firstCue) <= commonSeconds);
  const text = fold(first.map((sentence) => sentence.text).join(' '));
  const at = entryAt(transcript.cues, chapter.from).start / transcript.duration;
  const seconds = secondsOf(transcript, chapter);
  return data.commonChapters.find(
    ({ cue, within: [earliest, latest], maxSeconds }) =>
      at >= earliest && at <= latest && seconds <= maxSeconds && cue.test(text),
  )?.title;
};

/** The announced subject of each chapter that contains most mentions of exactly one. */
const announcedTitles = (transcript: Transcript, chapters: readonly Chapter[]): (string | undefined)[] => {
  const subjects = findAnnouncement(transcript)?.subjects ?? [];
  return chapters.map(({ from, to }) => {
    const own = subjects.filter(
      ({ saidBefore }) => (saidBefore[to] ?? 1) - (saidBefore[from] ?? 0) >= announcedShare,
    );
    return own.length === 1 ? own[0]?.text : undefined;
  });
};

/** Makes titles of announced subjects, of opening questions and of noun phrases that are early and frequent in a chapter and rare in the others. */
export const titleByPhrases: Titler = (transcript, chapters) => {
  const data = languageData(transcript.language);
  const announced = announcedTitles(transcript, chapters);
  const ranked = rankPhrases(transcript, chapters);
  const usedTitles = new Set<string>();
  const plain = (c: number): string => {
    const { from } = entryAt(chapters, c);
    return plainTitle(data.part, c + 1, c > 0 ? entryAt(transcript.cues, from).start : 0);
  };
  const isFree = (title: string): boolean => !usedTitles.has(title.toLowerCase());
  /** "Ad", and of the next chapter of that kind "Ad (2)". */
  const numbered = (title: string, n = 1): string => {
    const text = n > 1 ? `${title} (${String(n)})` : title;
    return isFree(text) ? text : numbered(title, n + 1);
  };
  return chapters.map((chapter, c) => {
    const common = commonTitle(transcript, chapter, data);
    const options = [
      frameTitle(transcript, chapters, c, data),
      announced[c],
      openingQuestion(chapter, data),
      common && numbered(common),
      ...entryAt(ranked, c),
    ].flatMap((option) => (option ? [titleFrom(option)] : []));
    const title = options.find(isFree) ?? plain(c);
    usedTitles.add(title.toLowerCase());
    return title;
  });
};
