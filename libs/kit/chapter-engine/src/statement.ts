import { isIncoherent, joinsStatements } from './clauses.ts';
import type { Phrasebook } from './phrasebook.ts';
import type { Sentence } from './sentences.ts';
import { isContracted, hasCommaAfter, knowsVerbs, isDisfluent } from './disfluency.ts';

/** Defects of sentences as quotes, in increasing order. */
export const Defect = {
  none: 0,
  /** It is colloquial, says little, or depends on the sentence before. */
  light: 1,
  /** It starts at a later clause of a sentence, or joins two statements that are not connected. */
  loose: 2,
  /** It is colloquial in several ways, its clauses seem incomplete, or it is about the event itself. */
  rough: 3,
  /** It starts or ends inside a sentence, or is too long. */
  open: 4,
  /** It is too short. */
  short: 5,
  /** It is a question, or disfluent. */
  unfit: 6,
} as const;

/** Shorter sentences are replies or exclamations. */
const MIN_INSIDE = 4;
/** A verb with the same next word within this many words counts as a repetition. */
const REPEAT_REACH = 7;
/** Longer sentences are assumed to have a verb. */
const MAX_VERBLESS_WORDS = 25;

/** Whether it is a question, with or without a question mark. */
const isQuestion = ({ text }: Sentence, words: readonly string[], book: Phrasebook): boolean => {
  if (/[?？]/u.test(text)) return true;
  const [first = '', second = '', third = ''] = words.filter((word) => !book.connectives.has(word));
  if (book.auxiliaries.has(first) && (book.subjects.has(second) || second === 'you')) return true;
  if (book.questionWords.has(first) && book.auxiliaries.has(second) && third !== '') return true;
  return book.questionPhrases.test(words.join(' '));
};

/** Whether a sentence is unfinished, whatever its punctuation: "and then you, um." */
export const isUnfinished = (words: readonly string[], book: Phrasebook): boolean => {
  const last = words.at(-1) ?? '';
  const isTail = [book.unfinishedEndings, book.hesitations, book.determiners].some((list) => list.has(last));
  const isHalf = book.auxiliaries.has(words.at(-2) ?? '') && book.connectives.has(last);
  const isReason = words.at(-2) === 'because';
  const isPlaced = book.prepositions.has(last) && isContracted(words.at(-2) ?? '', book);
  return isTail || isHalf || isPlaced || isReason || isContracted(last, book) || last.endsWith("n't");
};

const endsComplete = (sentence: Sentence, words: readonly string[], book: Phrasebook): boolean => {
  const last = words.at(-1) ?? '';
  // "It is, I think." is whole, "that I think." is not.
  const isTrailingOpinion =
    book.reportingVerbs.has(last) &&
    book.nominatives.has(words.at(-2) ?? '') &&
    !hasCommaAfter(sentence, words.length - 3);
  const isMarked = sentence.isWhole && /[^.…][.!。！]["'”’»)\]]*$/u.test(sentence.text);
  return isMarked && !isTrailingOpinion && !book.tagWords.has(last) && !isUnfinished(words, book);
};

/** "Within the mill, I guess it is, but within the mill", "it could be, for us, it could be": repeats a phrase. */
const repeatsPhrase = (words: readonly string[], book: Phrasebook): boolean => {
  const seen = new Map<string, number>();
  const opening = `${words[0] ?? ''} ${words[1] ?? ''}`;
  return words.some((word, i) => {
    const [next, afterNext] = [words[i + 1], words[i + 2]];
    const pair = next === undefined ? word : `${word} ${next}`;
    const run = afterNext === undefined ? pair : `${pair} ${afterNext}`;
    const isNear = book.auxiliaries.has(word) && i - (seen.get(pair) ?? -Infinity) <= REPEAT_REACH;
    const isAgain = isNear || seen.has(run) || (i > 0 && pair === opening);
    seen.set(pair, i).set(run, i);
    return isAgain;
  });
};

/** "It was like old", "they like take": a filler, unless it compares or is a verb. */
const isFillerLike = (words: readonly string[], i: number, book: Phrasebook): boolean =>
  words[i] === 'like' &&
  knowsVerbs(book) &&
  (!book.beforeLike.has(words[i - 1] ?? '') || book.finiteVerbs.has(words[i + 1] ?? ''));

/** Counts the colloquial features of a sentence; a filler "like" counts as two. */
const countColloquial = ({ text }: Sentence, words: readonly string[], book: Phrasebook): number => {
  if (words.some((_, i) => isFillerLike(words, i, book))) return 2;
  return [
    /[()"“”]|\s\p{Lu}\.\s/u.test(text),
    /,\s(?:like|right|okay|yeah|well|so|no|yes|oh),?\s/iu.test(text),
    words.some((word, i) => book.asides.has(`${word} ${words[i + 1] ?? ''}`)),
    words.some(
      (word, i) => book.colloquialisms.has(word) || book.colloquialisms.has(`${words[i - 1] ?? ''} ${word}`),
    ),
    repeatsPhrase(words, book),
  ].filter(Boolean).length;
};

/** False for a condition without a result: "If half of it disappears.", "Only when it rains.", "Before we open it." */
const hasMainClause = ({ text }: Sentence, words: readonly string[], book: Phrasebook): boolean => {
  const [first = '', second = ''] = words.filter((word, i) => i > 0 || !/ly$/u.test(word));
  const isSubject = book.nominatives.has(second) || isContracted(second, book);
  if (!book.conditionWords.has(first) && !(book.prepositions.has(first) && isSubject)) return true;
  return [...text.matchAll(/,\s+([\p{L}'’]+)|\b(?:then|dann)\b/gu)].some(
    ([, word = '']) =>
      !book.continuations.has(word.toLowerCase()) && !book.conditionWords.has(word.toLowerCase()),
  );
};

const hasVerb = (words: readonly string[], book: Phrasebook): boolean =>
  !knowsVerbs(book) ||
  words.length >= MAX_VERBLESS_WORDS ||
  words.some(
    (word) =>
      book.auxiliaries.has(word) ||
      book.subjects.has(word) ||
      word.includes("'") ||
      /\p{L}{2}(?:ed|[^s]s)$/u.test(word),
  );

/** The defect of a sentence at any position of a quote. */
export const defectInside = (sentence: Sentence, words: readonly string[], book: Phrasebook): number => {
  if (isQuestion(sentence, words, book) || isDisfluent(sentence, words, book)) return Defect.unfit;
  if (!endsComplete(sentence, words, book) || words.length < MIN_INSIDE) return Defect.open;
  if (/[.!?]\s+\p{Ll}|^\p{Lu}\p{L}*(?:\s\p{L}+){0,3}:\s/u.test(sentence.text)) return Defect.open;
  const [first = ''] = words;
  if (!hasMainClause(sentence, words, book) || (book.continuations.has(first) && !book.openers.has(first)))
    return Defect.open;
  if (!hasVerb(words, book)) return Defect.open;
  if (knowsVerbs(book) && isIncoherent(sentence, words, book)) return Defect.rough;
  if (book.housekeeping.test(words.join(' '))) return Defect.rough;
  const colloquial = countColloquial(sentence, words, book);
  if (colloquial > 1) return Defect.rough;
  if (knowsVerbs(book) && joinsStatements(sentence, words, book)) return Defect.loose;
  return colloquial === 1 ? Defect.light : Defect.none;
};
