import { entryAt } from './entry-at.ts';
import type { Phrasebook } from './phrasebook.ts';
import type { Sentence } from './sentences.ts';
import { Blemish, breaksOff, insideOf } from './statement.ts';
import { isPausedBehind } from './stumbling.ts';

/** A quote in print has at least so many words. */
export const LEAST_PRINTED = 8;
/** And at most so many. */
export const MOST_PRINTED = 50;

/** A question is led up to in so many sentences. */
const LONGEST_LEAD = 3;

/** What is wrong with a sentence. */
export interface Print {
  /** Somewhere in a quote. */
  readonly inside: number;
  /** Where a quote begins with it. */
  readonly first: number;
  /** Where a quote begins that begins with it: behind words that only lead over to it ("And so, well, ..."). */
  readonly from: number;
}

const fold = (sentence: Sentence): string[] =>
  sentence.words.map(({ text }) => text.toLowerCase().replaceAll('’', "'"));

const openingOf = (sentence: Sentence, words: readonly string[], book: Phrasebook): number => {
  const [first = '', second = '', third = ''] = words;
  const asksOn = book.askingWords.has(first) && !sentence.text.includes(',');
  if (first === 'of' && second !== 'course') return Blemish.open;
  // "I think was the best of them."
  if (book.nominatives.has(first) && book.reporting.has(second) && book.auxiliaries.has(third))
    return Blemish.open;
  // "Figures out what it is."
  if (/[^s]s$/u.test(first) && book.particles.has(second)) return Blemish.open;
  const isVerb = book.auxiliaries.has(first) || (book.finites.has(first) && !book.orders.has(first));
  const isOpen = book.leaning.has(first) || isVerb || asksOn;
  if (/^[^\s\daio]\s/iu.test(sentence.text)) return Blemish.open;
  if (isOpen || (book.goingOn.has(first) && !book.dangling.has(first))) return Blemish.open;
  const leans = book.dangling.has(first) || book.leaning.has(second);
  if (/ing$/u.test(first) && !words.some((word) => book.auxiliaries.has(word))) return Blemish.open;
  const greets = book.greetings.has(first) || book.farewells.has(first);
  return leans || greets ? Blemish.light : Blemish.none;
};

/** Whether the words before a sentence are those of a sentence that is not over. */
const goesOn = (before: Sentence | undefined, sentence: Sentence, book: Phrasebook): boolean =>
  before !== undefined &&
  before.speaker === sentence.speaker &&
  (!before.isWhole || /(?:\.\.|…|[—–-])["'”’»)\]]*$/u.test(before.text) || breaksOff(fold(before), book));

/** Whether somebody says this on the way to a question, with which they hand over. */
const leadsToQuestion = (sentences: readonly Sentence[], i: number): boolean => {
  const { speaker } = entryAt(sentences, i);
  if (speaker === undefined) return false;
  const after = sentences.slice(i + 1, i + 2 + LONGEST_LEAD);
  const end = after.findIndex((each) => each.speaker !== speaker);
  return /\?["'”’»)\]]*$/u.test((end < 0 ? after : after.slice(0, end)).at(-1)?.text ?? '');
};

/** Where the words from one on that only lead over end; "because" does where no other part follows. */
const leadOf = (sentence: Sentence, words: readonly string[], at: number, book: Phrasebook): number => {
  const joins = (to: number): boolean =>
    book.conditions.has(words[to] ?? '') && words.some((_, k) => k > to && isPausedBehind(sentence, k));
  let to = at;
  for (;;) {
    if (book.asides.has(`${words[to] ?? ''} ${words[to + 1] ?? ''}`)) to += 2;
    else if (book.openers.has(words[to] ?? '') && !joins(to)) to++;
    else return to < words.length ? to : at;
  }
};

/** The words with which a sentence may begin in print: its own first, and those of its parts behind commas. */
const startsOf = (sentence: Sentence, words: readonly string[], book: Phrasebook): number[] => {
  const starts = [leadOf(sentence, words, 0, book)];
  for (let i = 1; i + LEAST_PRINTED < words.length; i++) {
    // What depends on something is not said without it.
    if (book.conditions.has(words[i - 1] ?? '')) break;
    if (!isPausedBehind(sentence, i - 1)) continue;
    const to = leadOf(sentence, words, i, book);
    const word = words[to] ?? '';
    const isSubject = (book.subjects.has(word) || word === 'you') && !book.auxiliaries.has(word);
    if (isSubject && (to > i || word !== 'i')) starts.push(to);
  }
  return starts;
};

const behind = (sentence: Sentence, from: number, count: number): Sentence => ({
  ...sentence,
  text: sentence.text.slice(from),
  words: sentence.words.slice(count).map(({ text, at }) => ({ text, at: at - from })),
});

/**
 * Reads how far each sentence is from something that could be printed.
 *
 * @param isOpen whether the words before the first sentence end in the middle of one
 */
export const readPrint = (sentences: readonly Sentence[], isOpen: boolean, book: Phrasebook): Print[] =>
  sentences.map((sentence, i) => {
    const words = fold(sentence);
    const lead = leadsToQuestion(sentences, i) ? Blemish.light : Blemish.none;
    const inside = Math.max(lead, insideOf(sentence, words, book));
    const inMiddle =
      /^[^\p{L}\p{N}]*\p{Ll}/u.test(sentence.text) ||
      (i === 0 ? isOpen : goesOn(sentences[i - 1], sentence, book));
    const begin = (start: number): { from: number; first: number } => {
      const from = start === 0 ? 0 : entryAt(sentence.words, start).at;
      const rest = behind(sentence, from, start);
      const own = words.slice(start);
      const opening = inMiddle && from === 0 ? Blemish.open : openingOf(rest, own, book);
      return { from, first: Math.max(lead, insideOf(rest, own, book), opening) };
    };
    const begun = startsOf(sentence, words, book).map(begin);
    return { inside, ...begun.reduce((best, each) => (each.first < best.first ? each : best)) };
  });

/** The words of a run of sentences as they are printed. Only the case of its first letter may differ from what was said. */
export const printOf = (
  sentences: readonly Sentence[],
  print: readonly Print[],
  first: number,
  last: number,
): string => {
  const { from } = entryAt(print, first);
  const text = sentences
    .slice(first, last + 1)
    .map((sentence) => sentence.text)
    .join(' ')
    .slice(from);
  return from > 0 ? text.charAt(0).toUpperCase() + text.slice(1) : text;
};

/** The worst of a run of sentences as one quote. */
export const blemishOf = (
  sentences: readonly Sentence[],
  print: readonly Print[],
  first: number,
  last: number,
): number => {
  let worst = entryAt(print, first).first;
  for (let k = first + 1; k <= last; k++) worst = Math.max(worst, entryAt(print, k).inside);
  const words = printOf(sentences, print, first, last).split(' ').length;
  if (words < LEAST_PRINTED) return Math.max(worst, Blemish.short);
  return words > MOST_PRINTED ? Math.max(worst, Blemish.open) : worst;
};
