import { foldText } from '@vault/contracts';
import { wordsOfCue } from '@vault/webvtt';
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

/** A word of the transcript: the n-th of its line. */
interface SpokenWord {
  readonly word: string;
  readonly cue: Cue;
  readonly place: number;
}

/** When a word begins and ends, in seconds: as its line, when the words of the line cannot be told apart. */
function timeOf({ cue, place }: SpokenWord): { readonly start: number; readonly end: number } {
  const timed = wordsOfCue(cue).flatMap((each) => wordsOf(each.text).map(() => each));
  return (timed.length === wordsOf(cue.text).length ? timed[place] : undefined) ?? cue;
}

/**
 * The words in which a quote begins and ends; null when they are not in the transcript.
 * @param from time of the quote in seconds; of several matches the nearest to it is used
 */
function spokenIn(
  quoteWords: readonly string[],
  from: number,
  cues: readonly Cue[],
): { readonly first: SpokenWord; readonly last: SpokenWord } | null {
  const spokenWords = cues.flatMap((cue) => wordsOf(cue.text).map((word, place) => ({ word, cue, place })));
  const distanceAt = (at: number) => Math.abs((spokenWords[at]?.cue.start ?? Infinity) - from);
  const match = spokenWords
    .flatMap((_each, at) => (quoteWords.every((word, n) => spokenWords[at + n]?.word === word) ? [at] : []))
    .reduce((best, at) => (distanceAt(at) < distanceAt(best) ? at : best), -1);
  const [first, last] = [spokenWords[match], spokenWords[match + quoteWords.length - 1]];
  return first && last && quoteWords.length > 0 ? { first, last } : null;
}

/**
 * The span of the words of a quote: what is said before them does not belong to it. Of an edited quote, whose words are not
 * in the transcript, it begins with its time.
 * @param from time of the quote in seconds
 */
export function quoteTimeRange(text: string, from: number, cues: readonly Cue[]): QuoteTimeRange {
  const quoteWords = wordsOf(text);
  const spoken = spokenIn(quoteWords, from, cues);
  if (!spoken) return { from, to: from + leadSeconds + quoteWords.length / wordsPerSecond };
  const { first, last } = spoken;
  return { from: timeOf(first).start, to: timeOf(last).end };
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
  const isNear = spoken && Math.abs(spoken.first.cue.start - from) <= nearSeconds;
  const start = isNear ? Math.min(from, spoken.first.cue.start) : from;
  const end = isNear ? spoken.last.cue.end : endOfWords(quoteWords.length, from + leadSeconds, cues);
  return { from: start, to: Math.max(start + minSeconds, Math.min(end ?? chapterEnd, chapterEnd)) };
}
