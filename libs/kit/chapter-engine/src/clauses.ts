import type { Phrasebook } from './phrasebook.ts';
import type { Sentence } from './sentences.ts';
import { isContracted, isPausedBehind } from './stumbling.ts';

/** Words between a subject and its verb, or between two parts of one verb: "I really could have". */
const VERB_REACH = 2;
/** Commas that a sentence may hold, and one more for so many words: more are a list, or a speaker who looks for words. */
const LEAST_COMMAS = 1;
const WORDS_A_COMMA = 8;
/** Words within which a part begun again is the same one. */
const AGAIN_WITHIN = 5;
/** Words within which somebody who knows what they are about to say comes to a verb. */
const LATEST_VERB = 12;

/** "To build a. House", "those things Going on": two sentences, one of them cut short. */
const SEAM = /\s\p{Ll}\.\s|\p{Ll}\s\p{Lu}\p{Ll}+ing\b/u;

/** Whether a word is a verb that has a subject; "a company called", "the work" and "to work" have none. */
const isFinite = (words: readonly string[], i: number, book: Phrasebook): boolean => {
  const [before = '', word = '', next = ''] = [words[i - 1], words[i], words[i + 1]];
  if (before === 'to' || book.determiners.has(before)) return false;
  if (word.endsWith("n't") || book.finites.has(word)) return true;
  // "Turned", and "turns the": not "turned by", "the turns of".
  if (/\p{L}{2}ed$/u.test(word)) return !book.prepositions.has(next) && !book.auxiliaries.has(before);
  return i > 0 && /[^s]s$/u.test(word) && book.determiners.has(next);
};

const isSubject = (words: readonly string[], i: number, book: Phrasebook): boolean => {
  const [word = '', next = ''] = [words[i], words[i + 1]];
  // "An a p i" is spelled.
  if (word.length === 1 && words[i - 1]?.length === 1) return false;
  if (book.nominatives.has(word) || isContracted(word, book)) return true;
  // "You need", but not "gives you a".
  const leads = next !== '' && !book.determiners.has(next) && !book.prepositions.has(next);
  return (word === 'you' || word === 'it') && leads && !book.goingOn.has(next);
};

/** "Because we", "which is", "the mill that is": what follows hangs on another part. "That is a mill" does not. */
const isBound = (sentence: Sentence, words: readonly string[], i: number, book: Phrasebook): boolean => {
  const [before = '', word = '', next = ''] = [words[i - 1], words[i], words[i + 1]];
  const isFresh = i === 0 || isPausedBehind(sentence, i - 1) || book.leaning.has(before);
  if (word === "that's") return !isFresh && !book.reporting.has(before);
  if (word === 'that') {
    if (book.reporting.has(before)) return false;
    const to = book.leaning.has(next) ? i + 2 : i + 1;
    if (isFinite(words, to, book)) return !isFresh;
    return isSubject(words, to, book) || book.determiners.has(words[to] ?? '');
  }
  if (word === 'like') return isSubject(words, i + 1, book);
  return book.subordinators.has(word) && next !== 'to';
};

/** "Lock the gate.", "Keep the wheel dry.": an order has no subject. */
const isOrder = ([first = '', second = '']: readonly string[], book: Phrasebook): boolean => {
  if (book.orders.has(first)) return true;
  const lists = [book.prepositions, book.subordinators, book.adverbials, book.leaning, book.tails];
  return (
    book.determiners.has(second) && !/(?:s|ly|ing|ed)$/u.test(first) && !lists.some((list) => list.has(first))
  );
};

/** How many of the first words of a sentence begin a part with a verb, and how many begin one that hangs on another. */
const countClauses = (sentence: Sentence, words: readonly string[], to: number, book: Phrasebook) => {
  let [all, bound, verb] = [isOrder(words, book) ? 1 : 0, 0, -Infinity];
  for (let i = 0; i < to; i++) {
    if (isBound(sentence, words, i, book)) bound++;
    const opens = isSubject(words, i, book);
    if (opens || isFinite(words, i, book)) {
      // "What nobody has mended is lost."
      const isNext = book.auxiliaries.has(words[i] ?? '') && /ed$/u.test(words[i - 1] ?? '');
      if (opens || isNext || i - verb > VERB_REACH) all++;
      verb = i;
    }
    if (isPausedBehind(sentence, i)) verb = -Infinity;
  }
  return { all, bound };
};

/** "A rule of ours, because it holds", "I think our own mill": all of its verbs hang on something that is not said. */
const lacksMain = (sentence: Sentence, words: readonly string[], book: Phrasebook): boolean => {
  const { all, bound } = countClauses(sentence, words, words.length, book);
  const isThought = book.nominatives.has(words[0] ?? '') && book.thinking.has(words[1] ?? '');
  return all <= bound + (isThought ? 1 : 0);
};

/** "The tools we have, keep in mind that they ...": named, and left. Only words of time, place and manner may stand so. */
const isLeft = (sentence: Sentence, words: readonly string[], book: Phrasebook): boolean => {
  const [first = ''] = words;
  const comma = words.findIndex((_, i) => isPausedBehind(sentence, i));
  if (comma < 0 || first.endsWith('ly')) return false;
  // "A mill grinds flour, and": a verb that is not known, and another part.
  if (book.halting.has(words[comma + 1] ?? '') && !book.subordinators.has(words[comma + 1] ?? ''))
    return false;
  if ([book.adverbials, book.prepositions, book.conditions].some((list) => list.has(first))) return false;
  return countClauses(sentence, words, comma + 1, book).all === 0;
};

/** "In terms of what was hard was the oak", "instead of a mill where they sell": no words say who or what, or too late. */
const lacksSubject = (sentence: Sentence, words: readonly string[], book: Phrasebook): boolean => {
  if (!book.prepositions.has(words[0] ?? '') || words.some((_, i) => isPausedBehind(sentence, i)))
    return false;
  const subject = words.findIndex((_, i) => isSubject(words, i, book));
  return subject < 0 || words.some((_, i) => i < subject && isBound(sentence, words, i, book));
};

/** "There's a couple, there's actually three": a part that begins as the one before it did. */
const beginsAgain = (sentence: Sentence, words: readonly string[], book: Phrasebook): boolean =>
  words.some(
    (word, i) =>
      i > 0 &&
      isContracted(word, book) &&
      isPausedBehind(sentence, i - 1) &&
      words.slice(Math.max(0, i - AGAIN_WITHIN), i).includes(word),
  );

/** "It works and as long as nobody asks.": what then is not said. */
const hangs = (sentence: Sentence, words: readonly string[], book: Phrasebook): boolean => {
  const at = words.findIndex(
    (word, i) =>
      i > 0 && (word === 'and' || word === 'but') && /^(?:if|when|while|as)$/u.test(words[i + 1] ?? ''),
  );
  return (
    at > 0 &&
    !words.some((_, i) => i > at && isPausedBehind(sentence, i) && !words[i + 1]?.endsWith('ing')) &&
    book.conditions.size > 0
  );
};

/** "It works well, but the last part.": a part without a verb, and nothing that it stands against. */
const trailsOff = (sentence: Sentence, words: readonly string[], book: Phrasebook): boolean => {
  const at = words.findLastIndex((word, i) => i > 0 && word === 'but' && isPausedBehind(sentence, i - 1));
  if (at < 0 || words.some((word, i) => i < at && /^not$|n't$/u.test(word))) return false;
  return (
    countClauses(sentence, words, words.length, book).all === countClauses(sentence, words, at, book).all
  );
};

/** Whether the parts of a sentence seem to make no whole, as far as that shows in a language whose verbs are known. */
export const isLoose = (sentence: Sentence, words: readonly string[], book: Phrasebook): boolean =>
  SEAM.test(sentence.text) ||
  words.filter((_, i) => isPausedBehind(sentence, i)).length > LEAST_COMMAS + words.length / WORDS_A_COMMA ||
  (words.length > LATEST_VERB && countClauses(sentence, words, LATEST_VERB, book).all === 0) ||
  [lacksMain, isLeft, lacksSubject, beginsAgain, hangs, trailsOff].some((is) => is(sentence, words, book));
