import type { Chapter, Cue, Quote, VerifiedQuote } from './chapter.ts';
import { foldCues, foldWords, speakerOf, type FoldedText, type FoldedWord } from './folded-words.ts';
import { allPlaces } from './run-finder.ts';

/** Playback of a quote starts this long before its first word. */
const leadSeconds = 2;
/** A misquote is repaired when this share of its words was said in one run; otherwise it is dropped. */
const repairShare = 0.8;
/** Shorter misquotes are not repaired: a match may be a coincidence. */
const minRepairWords = 5;
/** Longer texts are not accepted as quotes. */
export const maxWords = 150;
/** Most brackets and quotation marks before the first word of a quote. */
const maxOpening = 8;

/**
 * Finds a quote in the transcript. Case, spaces, punctuation and quotation marks do not matter. The result has the
 * words of the transcript; only a capital first letter is taken from `text`.
 * @returns undefined when it was not said
 */
export function verifyQuote(text: string, chapterCues: readonly Cue[]): VerifiedQuote | undefined {
  return verifyIn(text, foldCues(chapterCues));
}

/** When words that a person typed were said, and by whom; only an exact match counts, and without one there is nothing. */
export function findSaid(text: string, spokenWords: FoldedText): Omit<Quote, 'text'> {
  const quoteWords = foldWords(text);
  const first = quoteWords.length === 0 ? undefined : findRun(quoteWords, spokenWords);
  return first === undefined ? {} : placeOf(spokenWords.words.slice(first, first + quoteWords.length));
}

function placeOf(words: readonly FoldedWord[]): Omit<VerifiedQuote, 'text'> {
  const speaker = speakerOf(words);
  const at = playbackStart(words[0]?.spokenAt ?? 0);
  return speaker === undefined ? { at } : { at, speaker };
}

/** Where playback of words starts. @param spokenAt seconds */
export function playbackStart(spokenAt: number): number {
  return Math.max(0, spokenAt - leadSeconds);
}

/** Verifies several quotes of one chapter. @returns at most `count`, without duplicates */
export function verifyQuotes(
  texts: readonly string[],
  chapterCues: readonly Cue[],
  count: number,
): VerifiedQuote[] {
  const folded = foldCues(chapterCues);
  const found: VerifiedQuote[] = [];
  for (const text of texts) {
    if (found.length >= count) break;
    const quote = verifyIn(text, folded);
    if (quote && !found.some((other) => other.text === quote.text)) found.push(quote);
  }
  return found.sort((a, b) => a.at - b.at);
}

/**
 * The chapters with quotes that are said in them, for limits of chapters that have moved, or other lines. Quotes of a person
 * stay, and all do without lines.
 */
export function withSaidQuotes<Own extends Chapter>(chapters: readonly Own[], lines: readonly Cue[]): Own[] {
  return chapters.map((chapter, index) => {
    const { start, quotes, edited } = chapter;
    if (lines.length === 0 || quotes.length === 0 || edited?.quotes) return chapter;
    const end = chapters[index + 1]?.start ?? Infinity;
    const own = lines.filter((line) => line.start >= start && line.start < end);
    const texts = quotes.map(({ text }) => text);
    return { ...chapter, quotes: verifyQuotes(texts, own, quotes.length) };
  });
}

function verifyIn(text: string, said: FoldedText): VerifiedQuote | undefined {
  const quoteWords = foldWords(text);
  if (quoteWords.length === 0 || quoteWords.length > Math.min(maxWords, said.words.length)) return undefined;
  const first = findRun(quoteWords, said) ?? findClosest(quoteWords, said);
  if (first === undefined) return undefined;
  const words = said.words.slice(first, first + quoteWords.length);
  const [start, end] = [words[0], words.at(-1)];
  if (!start || !end) return undefined;
  const verbatim = textOfRun(said.text, start, end);
  return { text: withCapital(verbatim, text), ...placeOf(words) };
}

function findRun(quoteWords: readonly string[], { words }: FoldedText): number | undefined {
  return allPlaces(
    quoteWords,
    words.map(({ folded }) => folded),
  )[0];
}

/** The run of the same length with most words in common, found with a sliding window. */
function findClosest(quoteWords: readonly string[], { words }: FoldedText): number | undefined {
  if (quoteWords.length < minRepairWords) return undefined;
  const need = new Map<string, number>();
  for (const word of quoteWords) need.set(word, (need.get(word) ?? 0) + 1);
  const have = new Map<string, number>();
  let shared = 0;
  let best = { first: -1, shared: 0 };
  words.forEach(({ folded }, index) => {
    shared += step(need, have, folded, 1);
    const leaving = words[index - quoteWords.length];
    if (leaving) shared += step(need, have, leaving.folded, -1);
    if (index + 1 >= quoteWords.length && shared > best.shared)
      best = { first: index + 1 - quoteWords.length, shared };
  });
  return best.shared >= quoteWords.length * repairShare ? best.first : undefined;
}

function step(need: Map<string, number>, have: Map<string, number>, word: string, by: 1 | -1): number {
  const quoteWords = need.get(word);
  if (quoteWords === undefined) return 0;
  const before = have.get(word) ?? 0;
  have.set(word, before + by);
  return Math.min(before + by, quoteWords) - Math.min(before, quoteWords);
}

/** Capitalises the first letter if the proposed quote does: the sentence may begin with words such as "And so". */
function withCapital(verbatim: string, proposed: string): string {
  const capital = verbatim.charAt(0).toUpperCase();
  const isWanted = proposed.startsWith(capital) && proposed !== proposed.toUpperCase();
  return isWanted ? capital + verbatim.slice(1) : verbatim;
}

/** The text of a run of words, with the punctuation after it, and brackets or quotation marks before it. */
export function textOfRun(
  text: string,
  { from }: Pick<FoldedWord, 'from'>,
  { to }: Pick<FoldedWord, 'to'>,
): string {
  const closing = /^[.,!?…;:)\]"”’»%]*/u.exec(text.slice(to))?.[0] ?? '';
  const opening = /["“‘«([$€£]*$/u.exec(text.slice(Math.max(0, from - maxOpening), from))?.[0] ?? '';
  return (opening + text.slice(from, to) + closing).replace(/[,;:]$/u, '');
}
