import type { LanguageData } from '../language/language-data.ts';
import { fold } from '../language/words.ts';
import { hasCommaAfter, type Sentence } from '../transcript/sentences.ts';

/** The maximum length of an immediate repetition, in words. */
const maxRepeat = 4;

/** Whether the language data has verb endings and contractions. */
export const knowsVerbs = ({ contractions }: LanguageData): boolean => contractions.size > 1;

const isRepeatAt = (words: readonly string[], at: number, length: number, gap: number): boolean => {
  const repeat = at + length + gap;
  if (repeat + length > words.length) return false;
  for (let k = 0; k < length; k++) if (words[at + k] !== words[repeat + k]) return false;
  return true;
};

/** The maximum words between a phrase and its repetition. */
const maxGap = (words: readonly string[], at: number, length: number, data: LanguageData): number => {
  if (length === 1) return 0;
  return length > 2 || data.subjects.has(words[at] ?? '') ? 4 : 1;
};

/** "It's, it's very", "we can do, um, we can do". */
const repeats = (words: readonly string[], data: LanguageData): boolean => {
  for (let at = 0; at < words.length; at++) {
    for (let length = 1; length <= maxRepeat; length++) {
      const max = maxGap(words, at, length, data);
      for (let gap = 0; gap <= max; gap++) if (isRepeatAt(words, at, length, gap)) return true;
    }
  }
  return false;
};

/** "It's", "we'll", "what's": a subject and its verb in one word. */
export const isContracted = (word: string, { nominatives, otherSubjects }: LanguageData): boolean => {
  const at = word.indexOf("'");
  if (at < 1 || !/^(?:s|re|m|ve|d|ll)$/u.test(word.slice(at + 1))) return false;
  const stem = word.slice(0, at);
  return nominatives.has(stem) || otherSubjects.has(stem);
};

/** Neither a subject nor a conjunction. */
const isPlain = (word: string, { subjects, noPauseAfter, otherSubjects }: LanguageData): boolean =>
  ![subjects, noPauseAfter, otherSubjects].some((list) => list.has(word));

/**
 * "It has, it'll", "I was also, it was", "the use of, of", "if you, and if": a comma after a word that needs a
 * continuation.
 */
const isCutOff = (words: readonly string[], i: number, data: LanguageData): boolean => {
  const [before = '', word = '', next = ''] = [words[i - 1], words[i], words[i + 1]];
  if (data.prepositions.has(word) && data.unfinishedEndings.has(word)) return true;
  if (
    data.otherSubjects.has(word) &&
    (i === 0 || data.conditionWords.has(before) || data.noPauseAfter.has(before))
  )
    return true;
  const isVerb = data.auxiliaries.has(word) || (data.auxiliaries.has(before) && data.connectives.has(word));
  const lists = [data.nominatives, data.otherSubjects, data.conditionWords];
  return isVerb && (isContracted(next, data) || lists.some((list) => list.has(next)));
};

/** Prepositions that a subject with its verb may follow: "before it's full", "none of it's full". */
const prepositionsBeforeSubjects = /^(?:before|after|since|until|as|of)$/u;

/** "I I've", "it's might", "it's turns", "about that's": a second subject or verb. */
const doublesSubject = (word: string, next: string, data: LanguageData): boolean => {
  if (isContracted(next, data) && next.startsWith(`${word}'`)) return true;
  if (data.prepositions.has(word) && data.contractions.has(next))
    return !prepositionsBeforeSubjects.test(word);
  const isSecond = data.pastVerbs.has(next) || (data.modals.has(next) && !/^ha/u.test(next));
  return isContracted(word, data) && (isSecond || (data.finiteVerbs.has(next) && /[^s]s$/u.test(next)));
};

/** "The, the", "it's I think", "a we", "we needed, we have", "the star, the GitHub star": restarted. */
const restarts = (sentence: Sentence, words: readonly string[], data: LanguageData): boolean => {
  const hasComma = (i: number): boolean => hasCommaAfter(sentence, i);
  return words.some((word, i) => {
    const next = words[i + 1];
    if (next === undefined) return false;
    if (!hasComma(i) && doublesSubject(word, next, data)) return true;
    if (data.determiners.has(word) && words[i + 2] === word && next.length < 4) return true;
    if (data.determiners.has(word) && (data.subjects.has(next) || data.determiners.has(next))) return true;
    if (data.contractions.has(word) && data.subjects.has(next)) return true;
    if (data.determiners.has(word) && data.noPauseAfter.has(next)) return true;
    const isSubject = data.nominatives.has(word) || (i === 0 && data.otherSubjects.has(word));
    if (isSubject && (data.determiners.has(next) || /\p{L}{3}(?<!th)ing$/u.test(next))) return true;
    if (next === 'is' && hasComma(i)) return true;
    // "Would never would", "have did", "it has, it'll".
    if (data.auxiliaries.has(word) && words[i + 2] === word && isPlain(next, data)) return true;
    if (data.modals.has(word) && (data.modals.has(next) || data.pastVerbs.has(next))) return true;
    if (hasComma(i) && isCutOff(words, i, data)) return true;
    if (word.endsWith('self') && data.subjects.has(next) && !data.auxiliaries.has(next)) return true;
    if (word.length > 2 && next !== word && next.startsWith(word) && knowsVerbs(data)) return true;
    const canRepeat = data.subjects.has(word) || data.otherSubjects.has(word) || data.determiners.has(word);
    if (canRepeat && words[i + 2] === word && hasComma(i + 1)) return true;
    const isVerb = data.finiteVerbs.has(next);
    // "We get we might", "just over just barely", "give out, give a".
    if (data.nominatives.has(word) && words[i + 2] === word && isVerb && !data.reportingVerbs.has(next))
      return true;
    if (
      data.unfinishedEndings.has(word) &&
      words[i + 2] === word &&
      isPlain(word, data) &&
      !data.prepositions.has(word)
    )
      return true;
    if (isVerb && hasComma(i) && words.slice(Math.max(0, i - 2), i + 1).includes(next)) return true;
    if (next.length > 3 && word.startsWith(next) && hasComma(i)) return true;
    if (word.length > 3 && hasComma(i) && words.slice(i + 1, i + 5).includes(word)) return true;
    return (
      hasComma(i) && (data.determiners.has(word) || isContracted(word, data) || data.noPauseAfter.has(word))
    );
  });
};

/** Whether a new sentence starts inside another: ", So I". */
const hasMergedSentence = (sentence: Sentence, data: LanguageData): boolean =>
  knowsVerbs(data) &&
  [...sentence.text.matchAll(/(?<=[,\p{Ll}]\s+)(\p{Lu}[\p{L}'’]*)/gu)].some(([, word = '']) => {
    const folded = fold(word);
    return (
      word !== 'I' &&
      !/^I['’]/u.test(word) &&
      [
        data.openers,
        data.subjects,
        data.references,
        data.questionWords,
        data.conditionWords,
        data.auxiliaries,
        data.lowercaseInside,
      ].some((list) => list.has(folded))
    );
  });

/** Whether the speaker hesitates, restarts or corrects themselves. */
export const isDisfluent = (sentence: Sentence, words: readonly string[], data: LanguageData): boolean =>
  /~|\s[b-hj-mp-w]\s|[.,]\s*,|\.\.\s?\S|…\s*\S|-{2}|[—–-](?:\s|$)|\p{L}\s[—–]|[[\]♪]|>>|\slike,/u.test(
    sentence.text,
  ) ||
  words.some((word) => data.hesitations.has(word)) ||
  repeats(words, data) ||
  restarts(sentence, words, data) ||
  hasMergedSentence(sentence, data);
