import { isLoose } from './clauses.ts';
import type { Phrasebook } from './phrasebook.ts';
import type { Sentence } from './sentences.ts';
import { isContracted, isPausedBehind, knowsVerbs, stumbles } from './stumbling.ts';

/** What keeps words that were said from being printed as they are; each is worse than the one before. */
export const Blemish = {
  none: 0,
  /** It reads as talk, or leans on what was said before. */
  light: 1,
  /** It does so in more than one way, or its parts do not seem to make a whole. */
  rough: 2,
  /** It is no whole statement: it begins or ends in the middle, or is too long. */
  open: 3,
  /** It is too short to say anything. */
  short: 4,
  /** It asks, or the speaker stumbles. */
  unfit: 5,
} as const;

/** Fewer are an answer or a cheer, not a statement. */
const LEAST_INSIDE = 4;
/** Words within which a verb is seldom said twice with the same word behind it. */
const ECHO = 7;
/** A longer sentence has a verb, whether it is known here or not. */
const VERBLESS = 25;

/** Whether it asks, with a mark or without. */
const asks = ({ text }: Sentence, words: readonly string[], book: Phrasebook): boolean => {
  if (/[?？]/u.test(text)) return true;
  const [first = '', second = '', third = ''] = words.filter((word) => !book.leaning.has(word));
  if (book.auxiliaries.has(first) && (book.subjects.has(second) || second === 'you')) return true;
  if (book.askingWords.has(first) && book.auxiliaries.has(second) && third !== '') return true;
  const line = ` ${words.join(' ')} `;
  return [...book.asking].some((phrase) => phrase !== '' && line.includes(` ${phrase} `));
};

/** Whether a sentence breaks off, whatever mark the captions gave it: "and then you, um." */
export const breaksOff = (words: readonly string[], book: Phrasebook): boolean => {
  const last = words.at(-1) ?? '';
  const isTail = [book.tails, book.noises, book.determiners].some((list) => list.has(last));
  const isHalf = book.auxiliaries.has(words.at(-2) ?? '') && book.leaning.has(last);
  const isReason = words.at(-2) === 'because';
  const isPlaced = book.prepositions.has(last) && isContracted(words.at(-2) ?? '', book);
  return isTail || isHalf || isPlaced || isReason || isContracted(last, book) || last.endsWith("n't");
};

const endsWell = (sentence: Sentence, words: readonly string[], book: Phrasebook): boolean => {
  const last = words.at(-1) ?? '';
  // "It is, I think." is whole, "that I think." is not.
  const isTold =
    book.reporting.has(last) &&
    book.nominatives.has(words.at(-2) ?? '') &&
    !isPausedBehind(sentence, words.length - 3);
  const isMarked = sentence.isWhole && /[^.…][.!。！]["'”’»)\]]*$/u.test(sentence.text);
  return isMarked && !isTold && !book.tags.has(last) && !breaksOff(words, book);
};

/** "Within the mill, I guess it is, but within the mill", "it could be, for us, it could be": said again further on. */
const echoes = (words: readonly string[], book: Phrasebook): boolean => {
  const seen = new Map<string, number>();
  return words.some((word, i) => {
    const [pair, run] = [words.slice(i, i + 2).join(' '), words.slice(i, i + 3).join(' ')];
    const isNear = book.auxiliaries.has(word) && i - (seen.get(pair) ?? -Infinity) <= ECHO;
    const isAgain = isNear || seen.has(run) || (i > 0 && pair === words.slice(0, 2).join(' '));
    seen.set(pair, i).set(run, i);
    return isAgain;
  });
};

/** A filler, unless it compares or somebody is fond of something: "it was like old", "they like take". */
const fillsWithLike = (words: readonly string[], i: number, book: Phrasebook): boolean =>
  words[i] === 'like' &&
  knowsVerbs(book) &&
  (!book.beforeLike.has(words[i - 1] ?? '') || book.finites.has(words[i + 1] ?? ''));

/** In how many ways a sentence reads as talk; a filler is already one too many. */
const countTalk = ({ text }: Sentence, words: readonly string[], book: Phrasebook): number => {
  if (words.some((_, i) => fillsWithLike(words, i, book))) return Blemish.rough;
  return [
    /[()"“”]|\s\p{Lu}\.\s/u.test(text),
    /,\s(?:like|right|okay|yeah|well|so|no|yes|oh),?\s/iu.test(text),
    words.some((word, i) => book.asides.has(`${word} ${words[i + 1] ?? ''}`)),
    words.some((word, i) => book.chatter.has(word) || book.chatter.has(`${words[i - 1] ?? ''} ${word}`)),
    echoes(words, book),
  ].filter(Boolean).length;
};

/** "If half of it disappears.", "Only when it rains.", "Before we open it.": leaves out what then. */
const hasMain = ({ text }: Sentence, words: readonly string[], book: Phrasebook): boolean => {
  const [first = '', second = ''] = words.filter((word, i) => i > 0 || !/ly$/u.test(word));
  const isSubject = book.nominatives.has(second) || isContracted(second, book);
  if (!book.conditions.has(first) && !(book.prepositions.has(first) && isSubject)) return true;
  return [...text.matchAll(/,\s+([\p{L}'’]+)|\b(?:then|dann)\b/gu)].some(
    ([, word = '']) => !book.goingOn.has(word.toLowerCase()) && !book.conditions.has(word.toLowerCase()),
  );
};

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

/** What is wrong with a sentence wherever it stands in a quote. */
export const insideOf = (sentence: Sentence, words: readonly string[], book: Phrasebook): number => {
  if (asks(sentence, words, book) || stumbles(sentence, words, book)) return Blemish.unfit;
  if (!endsWell(sentence, words, book) || words.length < LEAST_INSIDE) return Blemish.open;
  if (/[.!?]\s+\p{Ll}|^\p{Lu}\p{L}*(?:\s\p{L}+){0,3}:\s/u.test(sentence.text)) return Blemish.open;
  const [first = ''] = words;
  if (!hasMain(sentence, words, book) || (book.goingOn.has(first) && !book.openers.has(first)))
    return Blemish.open;
  if (!hasVerb(words, book)) return Blemish.open;
  if (knowsVerbs(book) && isLoose(sentence, words, book)) return Blemish.rough;
  return Math.min(countTalk(sentence, words, book), Blemish.rough);
};
