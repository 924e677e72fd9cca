import { entryAt } from './entry-at.ts';
import type { Phrasebook } from './phrasebook.ts';
import type { Sentence } from './sentences.ts';

/** A quote in print has at least so many words. */
export const LEAST_PRINTED = 8;
/** And at most so many. */
export const MOST_PRINTED = 50;

/** What keeps words that were said from being printed as they are; each is worse than the one before. */
export const Blemish = {
  none: 0,
  /** It reads as talk, or leans on what was said before. */
  light: 1,
  /** It is no whole statement: it begins or ends in the middle, or is too short or too long. */
  open: 2,
  /** It asks, or the speaker stumbles. */
  unfit: 3,
} as const;

/** What is wrong with a sentence. */
export interface Print {
  /** Somewhere in a quote. */
  readonly inside: number;
  /** Where a quote begins with it. */
  readonly first: number;
  /** Where a quote begins that begins with it: behind words that only lead over to it ("And so, well, ..."). */
  readonly from: number;
}

/** Words that are said again at once make a stumble, up to this many. */
const LONGEST_REPEAT = 4;
/** Fewer are an answer or a cheer, not a statement. */
const LEAST_INSIDE = 4;
/** A longer sentence has a verb, whether it is known here or not. */
const VERBLESS = 25;

/** Whether the language shows its verbs by their endings and by how they are joined to their subjects. */
const knowsVerbs = ({ contractions }: Phrasebook): boolean => contractions.size > 1;

const fold = (sentence: Sentence): string[] =>
  sentence.words.map(({ text }) => text.toLowerCase().replaceAll('’', "'"));

const isAgain = (words: readonly string[], at: number, length: number, gap: number): boolean => {
  const again = at + length + gap;
  if (again + length > words.length) return false;
  for (let k = 0; k < length; k++) if (words[at + k] !== words[again + k]) return false;
  return true;
};

/** Words between something and the same again: a subject and its verb are seldom said twice in one breath. */
const mostBetween = (words: readonly string[], at: number, length: number, book: Phrasebook): number => {
  if (length === 1) return 0;
  return length > 2 || book.subjects.has(words[at] ?? '') ? 4 : 1;
};

/** "It's, it's very", "we can do, um, we can do". */
const repeats = (words: readonly string[], book: Phrasebook): boolean => {
  for (let at = 0; at < words.length; at++) {
    for (let length = 1; length <= LONGEST_REPEAT; length++) {
      const most = mostBetween(words, at, length, book);
      for (let gap = 0; gap <= most; gap++) if (isAgain(words, at, length, gap)) return true;
    }
  }
  return false;
};

/** Whether a comma stands behind a word. */
const isPausedBehind = ({ words, text }: Sentence, i: number): boolean => {
  const word = entryAt(words, i);
  return /^,(?!\d)/u.test(text.slice(word.at + word.text.length));
};

/** "The, the", "it's I think", "a we", "we needed, we have", "the star, the GitHub star": begun, and begun anew. */
const restarts = (sentence: Sentence, words: readonly string[], book: Phrasebook): boolean => {
  const breaksBehind = (i: number): boolean => isPausedBehind(sentence, i);
  return words.some((word, i) => {
    const next = words[i + 1];
    if (next === undefined) return false;
    if (book.determiners.has(word) && words[i + 2] === word && next.length < 4) return true;
    if (book.determiners.has(word) && (book.subjects.has(next) || book.determiners.has(next))) return true;
    if (book.contractions.has(word) && book.subjects.has(next)) return true;
    if (book.determiners.has(word) && book.halting.has(next)) return true;
    if (next === 'is' && breaksBehind(i)) return true;
    if (word.endsWith('self') && book.subjects.has(next) && !book.auxiliaries.has(next)) return true;
    if (word.length > 2 && next !== word && next.startsWith(word) && knowsVerbs(book)) return true;
    if (book.subjects.has(word) && words[i + 2] === word && breaksBehind(i + 1)) return true;
    if (word.length > 3 && breaksBehind(i) && words.slice(i + 1, i + 5).includes(word)) return true;
    return (
      breaksBehind(i) && (book.determiners.has(word) || book.contractions.has(word) || book.halting.has(word))
    );
  });
};

/** Whether a new sentence begins where none ended: ", So I". */
const isCrossed = (sentence: Sentence, book: Phrasebook): boolean =>
  knowsVerbs(book) &&
  [...sentence.text.matchAll(/[,\p{Ll}]\s+(\p{Lu}[\p{L}'’]*)/gu)].some(([, word = '']) => {
    const folded = word.toLowerCase().replaceAll('’', "'");
    return (
      word !== 'I' &&
      !/^I['’]/u.test(word) &&
      [book.openers, book.subjects, book.dangling].some((list) => list.has(folded))
    );
  });

const stumbles = (sentence: Sentence, words: readonly string[], book: Phrasebook): boolean =>
  /\.\.\s?\S|…\s*\S|-{2}|[—–-](?:\s|$)|\p{L}\s[—–]|[[\]♪]|>>|\slike,/u.test(sentence.text) ||
  words.some((word) => book.noises.has(word)) ||
  repeats(words, book) ||
  restarts(sentence, words, book) ||
  isCrossed(sentence, book);

/** Whether it asks, with a mark or without. */
const asks = ({ text }: Sentence, words: readonly string[], book: Phrasebook): boolean => {
  if (/[?？]/u.test(text)) return true;
  const [first = '', second = '', third = ''] = words.filter((word) => !book.leaning.has(word));
  if (book.auxiliaries.has(first) && (book.subjects.has(second) || second === 'you')) return true;
  if (book.askingWords.has(first) && book.auxiliaries.has(second) && third !== '') return true;
  const line = ` ${words.join(' ')} `;
  return [...book.asking].some((phrase) => phrase !== '' && line.includes(` ${phrase} `));
};

const endsWell = ({ isWhole, text }: Sentence, words: readonly string[], book: Phrasebook): boolean =>
  isWhole && /[^.…][.!。！]["'”’»)\]]*$/u.test(text) && !book.tails.has(words.at(-1) ?? '');

const isTalk = ({ text }: Sentence, words: readonly string[], book: Phrasebook): boolean =>
  /[()"“”]/u.test(text) ||
  words.some(
    (word, i) =>
      book.chatter.has(word) ||
      book.asides.has(`${word} ${words[i + 1] ?? ''}`) ||
      book.chatter.has(`${words[i - 1] ?? ''} ${word}`),
  ) ||
  /,\s(?:like|right|okay|yeah|well|so|no|yes|oh),?\s/iu.test(text);

/** "If half of it disappears." leaves out what then. */
const hasMain = ({ text }: Sentence, first: string, book: Phrasebook): boolean =>
  !book.conditions.has(first) ||
  [...text.matchAll(/,\s+([\p{L}'’]+)|\b(?:then|dann)\b/gu)].some(
    ([, word = '']) => !book.goingOn.has(word.toLowerCase()) && !book.conditions.has(word.toLowerCase()),
  );

const hasVerb = (words: readonly string[], book: Phrasebook): boolean =>
  !knowsVerbs(book) ||
  words.length >= VERBLESS ||
  words.some(
    (word) =>
      book.auxiliaries.has(word) ||
      book.subjects.has(word) ||
      word.includes("'") ||
      /\p{L}{2}(?:ed|[^s]s)$/u.test(word),
  );

const insideOf = (sentence: Sentence, words: readonly string[], book: Phrasebook): number => {
  if (asks(sentence, words, book) || stumbles(sentence, words, book)) return Blemish.unfit;
  if (!endsWell(sentence, words, book) || words.length < LEAST_INSIDE) return Blemish.open;
  if (/[.!?]\s+\p{Ll}|^\p{Lu}\p{L}*(?:\s\p{Lu}\p{L}*)?:\s/u.test(sentence.text)) return Blemish.open;
  const [first = ''] = words;
  if (!hasMain(sentence, first, book) || (book.goingOn.has(first) && !book.openers.has(first)))
    return Blemish.open;
  if (!hasVerb(words, book)) return Blemish.open;
  return isTalk(sentence, words, book) ? Blemish.light : Blemish.none;
};

const openingOf = (sentence: Sentence, words: readonly string[], book: Phrasebook): number => {
  const [first = '', second = ''] = words;
  const asksOn = book.askingWords.has(first) && !sentence.text.includes(',');
  const isOpen = book.leaning.has(first) || book.auxiliaries.has(first) || asksOn;
  if (/^[^\s\daio]\s/iu.test(sentence.text)) return Blemish.open;
  if (isOpen || (book.goingOn.has(first) && !book.dangling.has(first))) return Blemish.open;
  const leans = book.dangling.has(first) || book.leaning.has(second);
  if (/ing$/u.test(first) && !words.some((word) => book.auxiliaries.has(word))) return Blemish.open;
  const greets = book.greetings.has(first) || book.farewells.has(first);
  return leans || greets ? Blemish.light : Blemish.none;
};

/** Whether the words before a sentence are those of a sentence that is not over. */
const goesOn = (before: Sentence | undefined, sentence: Sentence): boolean =>
  before !== undefined &&
  before.speaker === sentence.speaker &&
  (!before.isWhole || /(?:\.\.|…|[—–-])["'”’»)\]]*$/u.test(before.text));

/** How many words from one on only lead over to what follows. */
const leadOf = (words: readonly string[], at: number, book: Phrasebook): number => {
  let to = at;
  for (;;) {
    if (book.asides.has(`${words[to] ?? ''} ${words[to + 1] ?? ''}`)) to += 2;
    else if (book.openers.has(words[to] ?? '')) to++;
    else return to < words.length ? to : at;
  }
};

/** The words with which a sentence may begin in print: its own first, and those of its parts behind commas. */
const startsOf = (sentence: Sentence, words: readonly string[], book: Phrasebook): number[] => {
  const starts = [leadOf(words, 0, book)];
  for (let i = 1; i + LEAST_PRINTED < words.length; i++) {
    if (!isPausedBehind(sentence, i - 1)) continue;
    const to = leadOf(words, i, book);
    const word = words[to] ?? '';
    const isSubject = (book.subjects.has(word) || word === 'you') && !book.auxiliaries.has(word);
    if ((isSubject && (to > i || word !== 'i')) || (to > i && book.determiners.has(word))) starts.push(to);
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
    const inside = insideOf(sentence, words, book);
    const inMiddle =
      /^[^\p{L}\p{N}]*\p{Ll}/u.test(sentence.text) || (i === 0 ? isOpen : goesOn(sentences[i - 1], sentence));
    const begin = (start: number): { from: number; first: number } => {
      const from = start === 0 ? 0 : entryAt(sentence.words, start).at;
      const rest = behind(sentence, from, start);
      const own = words.slice(start);
      const opening = inMiddle && from === 0 ? Blemish.open : openingOf(rest, own, book);
      return { from, first: Math.max(insideOf(rest, own, book), opening) };
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
  const fits = words >= LEAST_PRINTED && words <= MOST_PRINTED;
  return fits ? worst : Math.max(worst, Blemish.open);
};
