import { entryAt } from '../language/entry-at.ts';
import { assessChapter, printedText } from '../quotes/quote-eligibility.ts';
import type { Chapter } from '../transcript/chapter.ts';
import { languageData, type LanguageData } from '../language/language-data.ts';
import { Defect } from '../quotes/sentence-defects.ts';
import { isPlainTitle } from '../language/plain-title.ts';
import { weighSentences } from '../transcript/salience.ts';
import type { Transcript } from '../transcript/transcript.ts';
import { shorten } from '../language/shorten.ts';

/** Maximum characters of the summary of a chapter and of the recording. */
const summaryLength = 100;
const videoSummaryLength = 600;
const videoSentences = 4;
const minWords = 5;
/** The same for the first words of a chapter. */
const minOpeningWords = 7;
/** The cost of each `Defect` of a sentence as a summary; the scores are about 1 to 2. */
const defectCosts = [0, 0.1, 0.15, 0.3, 0.4, 0.4, 1];
/** The cost of sentences that are short, need to be shortened, are about a person, or continue other sentences. */
const faultCosts = [0.8, 1.2, 0.5, 0.9];
/** The cost of each of the first two pronouns whose noun may be in another sentence. */
const pronounCost = 0.25;

/** Summarises each chapter in one line of words that were said. Never empty. The titles are those of the chapters. */
export type Summariser = (
  transcript: Transcript,
  chapters: readonly Chapter[],
  titles?: readonly string[],
) => string[];

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

/** The sentence with most of the topic among those that stand alone, if they have enough of it. */
const summarise = (chapter: Chapter, transcript: Transcript, data: LanguageData): string => {
  const { sentences } = chapter;
  const assessed = assessChapter(chapter, transcript, data);
  const options = weighSentences(chapter, data).map(({ topic, fluency }, i) => {
    const text = printedText(sentences, assessed, i, i);
    const { from, first: defect } = entryAt(assessed, i);
    const { words } = entryAt(sentences, i);
    const at = words.findIndex((word) => word.at >= from);
    const [first, second] = [words[at]?.folded ?? '', words[at + 1]?.folded ?? ''];
    const pointsOutside = [first, second].some(
      (word) => data.references.has(word) || data.connectives.has(word) || data.listOpeners.has(word),
    );
    const isPersonal = data.nominatives.has(first) || data.contractions.has(first) || first === 'you';
    const pronouns = words.slice(at + 1).filter(({ folded }) => data.backReferences.has(folded)).length;
    const isShort = text.split(' ').length < minWords;
    const isLong = text.length > summaryLength;
    const costs = [isShort, isLong, isPersonal, pointsOutside].map((fault, k) =>
      fault ? (faultCosts[k] ?? 0) : 0,
    );
    const cost =
      costs.reduce((sum, each) => sum + each, defectCosts[defect] ?? 0) + pronounCost * Math.min(2, pronouns);
    return { text, score: 2 * topic + 0.4 * fluency + 0.2 * (1 - i / sentences.length) - cost };
  });
  const [best] = options.sort((a, b) => b.score - a.score);
  return best ? shorten(best.text, summaryLength) : data.silence;
};

/** The first real sentence of a chapter, without the words before it: shows where one without a topic begins. */
const firstWords = (chapter: Chapter, transcript: Transcript, data: LanguageData): string | undefined => {
  const assessed = assessChapter(chapter, transcript, data);
  const weights = weighSentences(chapter, data);
  const first = chapter.sentences.findIndex(({ words, text, isUnsure }, i) => {
    const { from, first: defect } = entryAt(assessed, i);
    const count = words.filter(({ at }) => at >= from).length;
    // A question shows what follows.
    const isFit = defect < Defect.open || (text.endsWith('?') && weights[i]?.fluency === 1);
    return !isUnsure && isFit && count >= minOpeningWords;
  });
  if (first < 0) return undefined;
  return shorten(printedText(chapter.sentences, assessed, first, first), summaryLength);
};

/**
 * Selects the sentence with most topic words that stands alone, unshortened if possible. A chapter with a plain title
 * has its first words.
 */
export const summariseByTopic: Summariser = (transcript, chapters, titles = []) => {
  const data = languageData(transcript.language);
  return chapters.map((chapter, c) => {
    const opening = isPlainTitle(titles[c] ?? '') ? firstWords(chapter, transcript, data) : undefined;
    return opening ?? summarise(chapter, transcript, data);
  });
};

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
