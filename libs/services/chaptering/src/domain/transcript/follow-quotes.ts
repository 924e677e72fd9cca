import { quoteLimit } from '@vault/contracts';
import type { ChangedWords, Run } from './changed-words.ts';
import type { Quote } from '../chapters/chapter.ts';
import { foldWords } from '../chapters/folded-words.ts';
import { capitalised, hasCapital } from './capitals.ts';
import { maxWords, playbackStart } from '../chapters/verify-quote.ts';

const firstWord = /[\p{L}\p{N}].*/u;

/** The words of a chapter before and after an edit. */
export interface WordsOfChapter {
  readonly words: ChangedWords;
  readonly old: Run;
  readonly own: Run;
}

/**
 * Quotes that were said word for word get the words that are now in their place, and who says them; those of which none
 * is left are dropped. Their times stay while they are within the line of their first word: its estimate changes with
 * other words.
 * @returns `quotes` itself when none changes
 */
export function followQuotes(quotes: readonly Quote[], chapter: WordsOfChapter): readonly Quote[] {
  const after = quotes.flatMap((quote) => followQuote(quote, chapter) ?? []);
  const isSame = after.length === quotes.length && after.every((quote, index) => quote === quotes[index]);
  if (isSame) return quotes;
  // Two quotes may have become the same words.
  const firstWith = (words: string) => after.findIndex(({ text }) => text === words);
  return after.filter((quote, index) => quotes.includes(quote) || firstWith(quote.text) === index);
}

/** @returns the quote itself where its words are as before */
function followQuote(quote: Quote, chapter: WordsOfChapter): Quote | undefined {
  const { words, own: lines } = chapter;
  const run = findRun(quote, chapter);
  if (!run) return quote;
  const now = placeOf(run, words, lines);
  const text = words.after.sentenceOf(now);
  const speaker = words.after.speakerOf(now);
  const at = timeOf(quote, run, now, words);
  if (text === words.before.sentenceOf(run) && at === quote.at) return withSpeaker(quote, speaker);
  const fitting = shortened(text, now, words, Math.max(maxWords, run[1] - run[0]));
  if (fitting === '') return undefined;
  const isCapital = hasCapital(firstWordOf(quote.text));
  const own = isCapital ? fitting.replace(firstWord, capitalised) : fitting;
  return withSpeaker({ text: own, ...(at !== undefined && { at }) }, speaker);
}

/** @returns the quote itself where its speaker is as before */
function withSpeaker(quote: Quote, speaker: string | undefined): Quote {
  if (speaker === quote.speaker) return quote;
  const { speaker: _, ...rest } = quote;
  return speaker === undefined ? rest : { ...rest, speaker };
}

function timeOf({ at }: Quote, [said]: Run, [now]: Run, { before, after }: ChangedWords): number | undefined {
  const isOfPerson = at === undefined || !before.isInLineOf(said, at);
  return isOfPerson || after.isInLineOf(now, at) ? at : playbackStart(after.spokenAt(now));
}

/** Where a quote was said in its chapter: in the line at its time, nearest to it, or else the first time. */
function findRun({ text, at }: Quote, { words: { before }, old }: WordsOfChapter): Run | undefined {
  const phrase = foldWords(text);
  const places = before.findAll(phrase, old);
  const distance = (place: number) => Math.abs(playbackStart(before.spokenAt(place)) - (at ?? 0));
  const nearest = places.toSorted((one, other) => distance(one) - distance(other));
  const inLine = nearest.filter((place) => before.isInLineOf(place, at ?? 0));
  const isExact = (place: number) => before.sentenceOf([place, place + phrase.length]) === text;
  const first = inLine.find(isExact) ?? inLine[0] ?? nearest[0];
  return first === undefined ? undefined : [first, first + phrase.length];
}

function firstWordOf(text: string): string {
  return firstWord.exec(text)?.[0] ?? '';
}

/** The place of the words now, within their chapter. */
function placeOf([from, to]: Run, { places }: ChangedWords, own: Run): Run {
  return [Math.max(places[from]?.[0] ?? 0, own[0]), Math.min(places[to - 1]?.[1] ?? 0, own[1])];
}

/** The words of a run, at most as many as a quote may have; empty without any. */
function shortened(text: string, [from, end]: Run, { after }: ChangedWords, limit: number): string {
  let to = Math.min(end, from + limit);
  let fitting = to === end ? text : after.sentenceOf([from, to]);
  while (fitting.length > quoteLimit) fitting = after.sentenceOf([from, (to -= 1)]);
  return fitting;
}
