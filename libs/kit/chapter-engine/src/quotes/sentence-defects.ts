import { isIncoherent, joinsStatements } from './clauses.ts';
import type { LanguageData } from '../language/language-data.ts';
import { hasCommaAfter, type Sentence } from '../transcript/sentences.ts';
import { isContracted, knowsVerbs, isDisfluent } from './disfluency.ts';

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
const minWordsInside = 4;
/** A verb with the same next word within this many words counts as a repetition. */
const repeatReach = 7;
/** Longer sentences are assumed to have a verb. */
const maxVerblessWords = 25;

/** Whether it is a question, with or without a question mark. */
const isQuestion = ({ text }: Sentence, words: readonly string[], data: LanguageData): boolean => {
  if (/[?？]/u.test(text)) return true;
  const [first = '', second = '', third = ''] = words.filter((word) => !data.connectives.has(word));
  if (data.auxiliaries.has(first) && (data.subjects.has(second) || second === 'you')) return true;
  if (data.questionWords.has(first) && data.auxiliaries.has(second) && third !== '') return true;
  return data.questionPhrases.test(words.join(' '));
};

/** Whether a sentence is unfinished, whatever its punctuation: "and then you, um." */
export const isUnfinished = (words: readonly string[], data: LanguageData): boolean => {
  const last = words.at(-1) ?? '';
  const isTail = [data.unfinishedEndings, data.hesitations, data.determiners].some((list) => list.has(last));
  const isHalf = data.auxiliaries.has(words.at(-2) ?? '') && data.connectives.has(last);
  const isReason = words.at(-2) === 'because';
  const isPlaced = data.prepositions.has(last) && isContracted(words.at(-2) ?? '', data);
  return isTail || isHalf || isPlaced || isReason || isContracted(last, data) || last.endsWith("n't");
};

const endsComplete = (sentence: Sentence, words: readonly string[], data: LanguageData): boolean => {
  const last = words.at(-1) ?? '';
  // "It is, I think." is whole, "that I think." is not.
  const isTrailingOpinion =
    data.reportingVerbs.has(last) &&
    data.nominatives.has(words.at(-2) ?? '') &&
    !hasCommaAfter(sentence, words.length - 3);
  const isMarked = sentence.isWhole && /[^.…][.!。！]["'”’»)\]]*$/u.test(sentence.text);
  return isMarked && !isTrailingOpinion && !data.tagWords.has(last) && !isUnfinished(words, data);
};

/** "Within the mill, I guess it is, but within the mill", "it could be, for us, it could be": repeats a phrase. */
const repeatsPhrase = (words: readonly string[], data: LanguageData): boolean => {
  const lastPlaces = new Map<string, number>();
  const opening = `${words[0] ?? ''} ${words[1] ?? ''}`;
  return words.some((word, i) => {
    const [next, afterNext] = [words[i + 1], words[i + 2]];
    const pair = next === undefined ? word : `${word} ${next}`;
    const run = afterNext === undefined ? pair : `${pair} ${afterNext}`;
    const isNear = data.auxiliaries.has(word) && i - (lastPlaces.get(pair) ?? -Infinity) <= repeatReach;
    const isAgain = isNear || lastPlaces.has(run) || (i > 0 && pair === opening);
    lastPlaces.set(pair, i).set(run, i);
    return isAgain;
  });
};

/** "It was like old", "they like take": a filler, unless it compares or is a verb. */
const isFillerLike = (words: readonly string[], i: number, data: LanguageData): boolean =>
  words[i] === 'like' &&
  knowsVerbs(data) &&
  (!data.beforeLike.has(words[i - 1] ?? '') || data.finiteVerbs.has(words[i + 1] ?? ''));

/** Counts the colloquial features of a sentence; a filler "like" counts as two. */
const countColloquial = ({ text }: Sentence, words: readonly string[], data: LanguageData): number => {
  if (words.some((_, i) => isFillerLike(words, i, data))) return 2;
  return [
    /[()"“”]|\s\p{Lu}\.\s/u.test(text),
    /,\s(?:like|right|okay|yeah|well|so|no|yes|oh),?\s/iu.test(text),
    words.some((word, i) => data.asides.has(`${word} ${words[i + 1] ?? ''}`)),
    words.some(
      (word, i) => data.colloquialisms.has(word) || data.colloquialisms.has(`${words[i - 1] ?? ''} ${word}`),
    ),
    repeatsPhrase(words, data),
  ].filter(Boolean).length;
};

/** False for a condition without a result: "If half of it disappears.", "Only when it rains.", "Before we open it." */
const hasMainClause = ({ text }: Sentence, words: readonly string[], data: LanguageData): boolean => {
  const [first = '', second = ''] = words.filter((word, i) => i > 0 || !/ly$/u.test(word));
  const isSubject = data.nominatives.has(second) || isContracted(second, data);
  if (!data.conditionWords.has(first) && !(data.prepositions.has(first) && isSubject)) return true;
  return [...text.matchAll(/,\s+([\p{L}'’]+)|\b(?:then|dann)\b/gu)].some(
    ([, word = '']) =>
      !data.continuations.has(word.toLowerCase()) && !data.conditionWords.has(word.toLowerCase()),
  );
};

const hasVerb = (words: readonly string[], data: LanguageData): boolean =>
  !knowsVerbs(data) ||
  words.length >= maxVerblessWords ||
  words.some(
    (word) =>
      data.auxiliaries.has(word) ||
      data.subjects.has(word) ||
      word.includes("'") ||
      /\p{L}{2}(?:ed|[^s]s)$/u.test(word),
  );

/** The defect of a sentence at any position of a quote. */
export const defectInside = (sentence: Sentence, words: readonly string[], data: LanguageData): number => {
  if (isQuestion(sentence, words, data) || isDisfluent(sentence, words, data)) return Defect.unfit;
  if (!endsComplete(sentence, words, data) || words.length < minWordsInside) return Defect.open;
  if (/[.!?]\s+\p{Ll}|^\p{Lu}\p{L}*(?:\s\p{L}+){0,3}:\s/u.test(sentence.text)) return Defect.open;
  const [first = ''] = words;
  if (!hasMainClause(sentence, words, data) || (data.continuations.has(first) && !data.openers.has(first)))
    return Defect.open;
  if (!hasVerb(words, data)) return Defect.open;
  if (knowsVerbs(data) && isIncoherent(sentence, words, data)) return Defect.rough;
  if (data.housekeeping.test(words.join(' '))) return Defect.rough;
  const colloquial = countColloquial(sentence, words, data);
  if (colloquial > 1) return Defect.rough;
  if (knowsVerbs(data) && joinsStatements(sentence, words, data)) return Defect.loose;
  return colloquial === 1 ? Defect.light : Defect.none;
};
