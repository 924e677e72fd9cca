import { foldText } from '@vault/contracts';
import type { Cue } from '@vault/webvtt';

/** The time span of a quote in seconds, and its speaker, empty when unknown. */
export interface QuoteTimeRange {
  readonly from: number;
  readonly to: number;
  readonly speaker: string;
}

/** The time code of a quote is this long before its words. */
const leadSeconds = 2;
/** Assumed rate of speech, for edited quotes that are not in the transcript. */
const wordsPerSecond = 2.5;

const wordsOf = (text: string): readonly string[] => foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * The span from the time of a quote to the end of the last line that contains its words.
 * @param from time of the quote in seconds; of several matches the nearest to it is used
 */
export function quoteTimeRange(text: string, from: number, cues: readonly Cue[]): QuoteTimeRange {
  const quoteWords = wordsOf(text);
  const spokenWords = cues.flatMap((cue) => wordsOf(cue.text).map((word) => ({ word, cue })));
  const distanceAt = (at: number) => Math.abs((spokenWords[at]?.cue.start ?? Infinity) - from);
  const match = spokenWords
    .flatMap((_each, at) => (quoteWords.every((word, n) => spokenWords[at + n]?.word === word) ? [at] : []))
    .reduce((best, at) => (distanceAt(at) < distanceAt(best) ? at : best), -1);
  const [first, last] = [spokenWords[match]?.cue, spokenWords[match + quoteWords.length - 1]?.cue];
  if (!first || !last || quoteWords.length === 0)
    return { from, to: from + leadSeconds + quoteWords.length / wordsPerSecond, speaker: '' };
  return { from: Math.min(from, first.start), to: last.end, speaker: first.speaker ?? '' };
}
