import { foldText } from '@vault/contracts';
import type { Cue } from '@vault/webvtt';

/** The time span of a quote in seconds. */
interface QuoteTimeRange {
  readonly from: number;
  readonly to: number;
}

/** The time code of a quote is this long before its words. */
const leadSeconds = 2;
/** Assumed rate of speech, for edited quotes that are not in the transcript. */
const wordsPerSecond = 2.5;
/** The words of a quote begin at most this long before or after its time code. */
const nearSeconds = 10;
/** The shortest part that other people can play. */
const minSeconds = 5;

const wordsOf = (text: string): readonly string[] => foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * The lines in which the words of a quote begin and end; null when they are not in the transcript.
 * @param from time of the quote in seconds; of several matches the nearest to it is used
 */
function spokenIn(
  quoteWords: readonly string[],
  from: number,
  cues: readonly Cue[],
): { readonly first: Cue; readonly last: Cue } | null {
  const spokenWords = cues.flatMap((cue) => wordsOf(cue.text).map((word) => ({ word, cue })));
  const distanceAt = (at: number) => Math.abs((spokenWords[at]?.cue.start ?? Infinity) - from);
  const match = spokenWords
    .flatMap((_each, at) => (quoteWords.every((word, n) => spokenWords[at + n]?.word === word) ? [at] : []))
    .reduce((best, at) => (distanceAt(at) < distanceAt(best) ? at : best), -1);
  const [first, last] = [spokenWords[match]?.cue, spokenWords[match + quoteWords.length - 1]?.cue];
  return first && last && quoteWords.length > 0 ? { first, last } : null;
}

/**
 * The span from the time of a quote to the end of the last line that contains its words.
 * @param from time of the quote in seconds
 */
export function quoteTimeRange(text: string, from: number, cues: readonly Cue[]): QuoteTimeRange {
  const quoteWords = wordsOf(text);
  const spoken = spokenIn(quoteWords, from, cues);
  if (!spoken) return { from, to: from + leadSeconds + quoteWords.length / wordsPerSecond };
  const { first, last } = spoken;
  return { from: Math.min(from, first.start), to: last.end };
}

/** The end of the lines after a time that have at least so many words; undefined when there are too few. */
function endOfWords(count: number, after: number, cues: readonly Cue[]): number | undefined {
  let remaining = count;
  return cues.find((cue) => {
    if (cue.start < after) return false;
    remaining -= wordsOf(cue.text).length;
    return remaining <= 0;
  })?.end;
}

/**
 * The span of a quote that other people can play: not past the end of its chapter, and not too short to be understood.
 * Of an edited quote, whose words are not in the transcript, it ends with as many words as the quote has.
 * @param from time of the quote in seconds
 * @param chapterEnd end of its chapter in seconds
 */
export function quoteMoment(
  text: string,
  from: number,
  cues: readonly Cue[],
  chapterEnd: number,
): QuoteTimeRange {
  const quoteWords = wordsOf(text);
  const spoken = spokenIn(quoteWords, from, cues);
  // The same words long before or after were said another time.
  const isNear = spoken && Math.abs(spoken.first.start - from) <= nearSeconds;
  const start = isNear ? Math.min(from, spoken.first.start) : from;
  const end = isNear ? spoken.last.end : endOfWords(quoteWords.length, from + leadSeconds, cues);
  return { from: start, to: Math.max(start + minSeconds, Math.min(end ?? chapterEnd, chapterEnd)) };
}
