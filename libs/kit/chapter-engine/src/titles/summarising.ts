import { entryAt } from '../language/entry-at.ts';
import type { Chapter } from '../transcript/chapter.ts';
import { languageData, type LanguageData } from '../language/language-data.ts';
import { weighSentences } from '../transcript/salience.ts';
import type { Transcript } from '../transcript/transcript.ts';
import { shorten } from '../language/shorten.ts';

/** Maximum characters of the summary of a chapter and of the recording. */
export const summaryLength = 100;
export const videoSummaryLength = 600;
const videoSentences = 4;
const minWords = 5;

/** Summarises each chapter in one line of words that were said. Never empty. */
export type Summariser = (transcript: Transcript, chapters: readonly Chapter[]) => string[];

/** The sentences of a chapter with their scores as a summary, best first; the earlier one of equal ones. */
export const rankByTopic = (chapter: Chapter, data: LanguageData): { index: number; score: number }[] => {
  const weights = weighSentences(chapter, data);
  const { length } = chapter.sentences;
  return weights
    .map(({ topic, independence, fluency }, index) => {
      const isShort = entryAt(chapter.sentences, index).words.length < minWords ? 1 : 0;
      const early = 0.3 * (1 - index / length);
      return {
        index,
        score: Math.round(1e6 * (1.5 * topic + independence + 0.7 * fluency + early - isShort)),
      };
    })
    .sort((a, b) => b.score - a.score || a.index - b.index);
};

const summarise = (chapter: Chapter, data: LanguageData): string => {
  const order = rankByTopic(chapter, data);
  const best = order[0];
  if (!best) return data.silence;
  // A complete sentence is better than a shortened one, unless its score is much lower.
  const whole = order.find(({ index }) => entryAt(chapter.sentences, index).text.length <= summaryLength);
  const selection = whole && whole.score > 0.7 * best.score ? whole : best;
  return shorten(entryAt(chapter.sentences, selection.index).text, summaryLength);
};

/** Selects the sentence with most topic words, unshortened if possible. */
export const summariseByTopic: Summariser = (transcript, chapters) =>
  chapters.map((chapter) => summarise(chapter, languageData(transcript.language)));

/**
 * Summarises the recording in two to four sentences that were said, in spoken order, from the longest chapters; at most
 * 600 characters, never empty.
 */
export const summariseRecording = (transcript: Transcript, chapters: readonly Chapter[]): string => {
  const data = languageData(transcript.language);
  const { cues } = transcript;
  const lengthOf = (chapter: Chapter): number =>
    entryAt(cues, chapter.to - 1).end - entryAt(cues, chapter.from).start;
  const chaptersWithSpeech = chapters.filter(
    (chapter) => chapter.sentences.length > 0 && chapter.to > chapter.from,
  );
  const longest = [...chaptersWithSpeech]
    .sort((a, b) => lengthOf(b) - lengthOf(a) || a.from - b.from)
    .slice(0, videoSentences);
  const perChapter = Math.ceil(videoSentences / 2 / Math.max(1, longest.length));
  const picked = longest.flatMap((chapter) =>
    rankByTopic(chapter, data)
      .filter(({ index }) => entryAt(chapter.sentences, index).text.length <= videoSummaryLength / 3)
      .slice(0, perChapter)
      .map(({ index }) => entryAt(chapter.sentences, index)),
  );
  picked.sort((a, b) => a.firstCue - b.firstCue);
  const texts: string[] = [];
  // Sentences without punctuation need a visible separator.
  const separator = picked.some((sentence) => sentence.isWhole) ? ' ' : ' … ';
  for (const { text } of picked) {
    if (!texts.includes(text) && [...texts, text].join(separator).length <= videoSummaryLength)
      texts.push(text);
  }
  if (texts.length > 0) return texts.join(separator);
  const first = chaptersWithSpeech[0]?.sentences[0];
  return first ? shorten(first.text, videoSummaryLength) : data.silence;
};
