import { answerByRelevance, type AnswerOptions } from './answering.ts';
import { readChapters } from './transcript/chapter.ts';
import type { Cue } from './transcript/cue.ts';
import { languageData } from './language/language-data.ts';
import { quoteBySalience, type Quote, type QuoteOptions } from './quotes/quoting.ts';
import { segmentByOdds, type SegmentOptions } from './segmentation/segmenting.ts';
import { summariseByTopic, summariseRecording } from './titles/summarising.ts';
import { titleByPhrases } from './titles/titling.ts';
import { readTranscript } from './transcript/transcript.ts';

/**
 * Finds the cues that open chapters.
 *
 * @param cues sorted by start
 * @returns cue indexes, rising, the first 0; none only when there are no cues
 */
export const segment = (cues: readonly Cue[], options: SegmentOptions = {}): number[] =>
  segmentByOdds(readTranscript(cues, options.duration), options);

/**
 * Makes titles for the chapters.
 *
 * @param boundaries cue indexes that open chapters, rising, the first 0
 * @returns for each chapter 1..100 characters, unique in the recording
 */
export const titleChapters = (cues: readonly Cue[], boundaries: readonly number[]): string[] => {
  const transcript = readTranscript(cues);
  return titleByPhrases(transcript, readChapters(transcript, boundaries));
};

/**
 * Summarises each chapter in one line of words that were said.
 *
 * @param boundaries cue indexes that open chapters, rising, the first 0
 * @returns for each chapter 1..100 characters
 */
export const summariseChapters = (cues: readonly Cue[], boundaries: readonly number[]): string[] => {
  const transcript = readTranscript(cues);
  return summariseByTopic(transcript, readChapters(transcript, boundaries));
};

/**
 * Selects quotes: verbatim, without overlap, in spoken order.
 *
 * @param boundaries cue indexes that open chapters, rising, the first 0
 * @returns for each chapter `count` quotes, fewer when it has fewer eligible ones
 */
export const quoteChapters = (
  cues: readonly Cue[],
  boundaries: readonly number[],
  options: QuoteOptions,
): Quote[][] => {
  const transcript = readTranscript(cues);
  return quoteBySalience(transcript, readChapters(transcript, boundaries), options);
};

/**
 * Summarises the recording in sentences that were said.
 *
 * @param boundaries cue indexes that open chapters; by default from `segment`
 * @returns 1..600 characters
 */
export const summariseVideo = (cues: readonly Cue[], boundaries?: readonly number[]): string => {
  const transcript = readTranscript(cues);
  return summariseRecording(transcript, readChapters(transcript, boundaries ?? segmentByOdds(transcript)));
};

/**
 * Answers a question about some cues with one to four relevant sentences that were said, in spoken order; with the
 * sentences that represent the topic when none is relevant.
 *
 * @param cues sorted by start
 * @param question as a person types it; empty for a summary
 * @returns 1..1,000 characters
 */
export const answerFrom = (cues: readonly Cue[], question: string, options: AnswerOptions = {}): string => {
  const transcript = readTranscript(cues);
  const [chapter] = readChapters(transcript, [0]);
  return chapter ? answerByRelevance(transcript, chapter, question, options) : languageData('und').silence;
};
