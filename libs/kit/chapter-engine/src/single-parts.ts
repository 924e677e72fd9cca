import { answerByBearing, type AnswerOptions } from './answering.ts';
import { readChapters } from './chapter.ts';
import type { Cue } from './cue.ts';
import { phrasebook } from './phrasebook.ts';
import { quoteByStanding, type Quote, type QuoteOptions } from './quoting.ts';
import { segmentByOdds, type SegmentOptions } from './segmenting.ts';
import { summariseByTopic, summariseRecording } from './summarising.ts';
import { titleByPhrases } from './titling.ts';
import { readTranscript } from './transcript.ts';

/**
 * Finds the cues that open chapters.
 *
 * @param cues sorted by start
 * @returns cue indexes, rising, the first 0; none only when there are no cues
 */
export const segment = (cues: readonly Cue[], options: SegmentOptions = {}): number[] =>
  segmentByOdds(readTranscript(cues, options.duration), options);

/**
 * Names the chapters.
 *
 * @param boundaries cue indexes that open chapters, rising, the first 0
 * @returns for each chapter 1..100 characters, unique in the recording
 */
export const titleChapters = (cues: readonly Cue[], boundaries: readonly number[]): string[] => {
  const transcript = readTranscript(cues);
  return titleByPhrases(transcript, readChapters(transcript, boundaries));
};

/**
 * Says in one line what each chapter is about, in words that were said.
 *
 * @param boundaries cue indexes that open chapters, rising, the first 0
 * @returns for each chapter 1..100 characters
 */
export const summariseChapters = (cues: readonly Cue[], boundaries: readonly number[]): string[] => {
  const transcript = readTranscript(cues);
  return summariseByTopic(transcript, readChapters(transcript, boundaries));
};

/**
 * Picks quotes: verbatim, not overlapping, in the order in which they were said.
 *
 * @param boundaries cue indexes that open chapters, rising, the first 0
 * @returns for each chapter `count` quotes, fewer when it does not hold as many that could be printed
 */
export const quoteChapters = (
  cues: readonly Cue[],
  boundaries: readonly number[],
  options: QuoteOptions,
): Quote[][] => {
  const transcript = readTranscript(cues);
  return quoteByStanding(transcript, readChapters(transcript, boundaries), options);
};

/**
 * Tells what the recording is about in sentences that were said.
 *
 * @param boundaries cue indexes that open chapters; by default the engine's own
 * @returns 1..600 characters
 */
export const summariseVideo = (cues: readonly Cue[], boundaries?: readonly number[]): string => {
  const transcript = readTranscript(cues);
  return summariseRecording(transcript, readChapters(transcript, boundaries ?? segmentByOdds(transcript)));
};

/**
 * Answers a question about a stretch of a recording in sentences that were said: the one to four that bear most on it,
 * in their order. When none bears on it, those that carry the stretch.
 *
 * @param cues of the stretch, sorted by start
 * @param question as a person types it; empty for what the stretch is about
 * @returns 1..1,000 characters
 */
export const answerFrom = (cues: readonly Cue[], question: string, options: AnswerOptions = {}): string => {
  const transcript = readTranscript(cues);
  const [chapter] = readChapters(transcript, [0]);
  return chapter ? answerByBearing(transcript, chapter, question, options) : phrasebook('und').silence;
};
