import type { Phrasebook } from './phrasebook.ts';
import type { Sentence } from './sentences.ts';

/** Words that are said again at once make a stumble, up to this many. */
const LONGEST_REPEAT = 4;

/** Whether the language shows its verbs by their endings and by how they are joined to their subjects. */
export const knowsVerbs = ({ contractions }: Phrasebook): boolean => contractions.size > 1;

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
export const isPausedBehind = ({ words, text }: Sentence, i: number): boolean => {
  const word = words[i];
  return word !== undefined && /^,(?!\d)/u.test(text.slice(word.at + word.text.length));
};

/** "It's", "we'll", "what's": a subject and its verb in one word. */
export const isContracted = (word: string, { nominatives, otherSubjects }: Phrasebook): boolean => {
  const stem = /^(.+)'(?:s|re|m|ve|d|ll)$/u.exec(word)?.[1] ?? '';
  return nominatives.has(stem) || otherSubjects.has(stem);
};

/** No subject, and nothing that joins two parts. */
const isPlain = (word: string, { subjects, halting, otherSubjects }: Phrasebook): boolean =>
  ![subjects, halting, otherSubjects].some((list) => list.has(word));

/** "It has, it'll", "I was also, it was", "the use of, of", "if you, and if": left behind a word that leads on. */
const isCutOff = (words: readonly string[], i: number, book: Phrasebook): boolean => {
  const [before = '', word = '', next = ''] = [words[i - 1], words[i], words[i + 1]];
  if (book.prepositions.has(word) && book.tails.has(word)) return true;
  if (book.otherSubjects.has(word) && (i === 0 || book.conditions.has(before) || book.halting.has(before)))
    return true;
  const isVerb = book.auxiliaries.has(word) || (book.auxiliaries.has(before) && book.leaning.has(word));
  const lists = [book.nominatives, book.otherSubjects, book.conditions];
  return isVerb && (isContracted(next, book) || lists.some((list) => list.has(next)));
};

/** Prepositions behind which a subject may stand with its verb: "before it's full", "none of it's full". */
const BEFORE_SUBJECTS = /^(?:before|after|since|until|as|of)$/u;

/** "I I've", "it's might", "it's turns", "about that's": a subject with its verb where there is one, or can be none. */
const joinsTwice = (word: string, next: string, book: Phrasebook): boolean => {
  if (isContracted(next, book) && next.startsWith(`${word}'`)) return true;
  if (book.prepositions.has(word) && book.contractions.has(next)) return !BEFORE_SUBJECTS.test(word);
  const isSecond = book.pasts.has(next) || (book.modals.has(next) && !/^ha/u.test(next));
  return isContracted(word, book) && (isSecond || (book.finites.has(next) && /[^s]s$/u.test(next)));
};

/** "The, the", "it's I think", "a we", "we needed, we have", "the star, the GitHub star": begun, and begun anew. */
const restarts = (sentence: Sentence, words: readonly string[], book: Phrasebook): boolean => {
  const breaksBehind = (i: number): boolean => isPausedBehind(sentence, i);
  return words.some((word, i) => {
    const next = words[i + 1];
    if (next === undefined) return false;
    if (!breaksBehind(i) && joinsTwice(word, next, book)) return true;
    if (book.determiners.has(word) && words[i + 2] === word && next.length < 4) return true;
    if (book.determiners.has(word) && (book.subjects.has(next) || book.determiners.has(next))) return true;
    if (book.contractions.has(word) && book.subjects.has(next)) return true;
    if (book.determiners.has(word) && book.halting.has(next)) return true;
    const isWho = book.nominatives.has(word) || (i === 0 && book.otherSubjects.has(word));
    if (isWho && (book.determiners.has(next) || /\p{L}{3}(?<!th)ing$/u.test(next))) return true;
    if (next === 'is' && breaksBehind(i)) return true;
    // "Would never would", "have did", "it has, it'll".
    if (book.auxiliaries.has(word) && words[i + 2] === word && isPlain(next, book)) return true;
    if (book.modals.has(word) && (book.modals.has(next) || book.pasts.has(next))) return true;
    if (breaksBehind(i) && isCutOff(words, i, book)) return true;
    if (word.endsWith('self') && book.subjects.has(next) && !book.auxiliaries.has(next)) return true;
    if (word.length > 2 && next !== word && next.startsWith(word) && knowsVerbs(book)) return true;
    const isSaid = book.subjects.has(word) || book.otherSubjects.has(word) || book.determiners.has(word);
    if (isSaid && words[i + 2] === word && breaksBehind(i + 1)) return true;
    const isVerb = book.finites.has(next);
    // "We get we might", "just over just barely", "give out, give a".
    if (book.nominatives.has(word) && words[i + 2] === word && isVerb && !book.reporting.has(next))
      return true;
    if (book.tails.has(word) && words[i + 2] === word && isPlain(word, book) && !book.prepositions.has(word))
      return true;
    if (isVerb && breaksBehind(i) && words.slice(Math.max(0, i - 2), i + 1).includes(next)) return true;
    if (next.length > 3 && word.startsWith(next) && breaksBehind(i)) return true;
    if (word.length > 3 && breaksBehind(i) && words.slice(i + 1, i + 5).includes(word)) return true;
    return (
      breaksBehind(i) && (book.determiners.has(word) || isContracted(word, book) || book.halting.has(word))
    );
  });
};

/** Whether a new sentence begins where none ended: ", So I". */
const isCrossed = (sentence: Sentence, book: Phrasebook): boolean =>
  knowsVerbs(book) &&
  [...sentence.text.matchAll(/(?<=[,\p{Ll}]\s+)(\p{Lu}[\p{L}'’]*)/gu)].some(([, word = '']) => {
    const folded = word.toLowerCase().replaceAll('’', "'");
    return (
      word !== 'I' &&
      !/^I['’]/u.test(word) &&
      [
        book.openers,
        book.subjects,
        book.dangling,
        book.askingWords,
        book.conditions,
        book.auxiliaries,
        book.crossing,
      ].some((list) => list.has(folded))
    );
  });

/** Whether the speaker halts, begins anew, or takes back what was begun. */
export const stumbles = (sentence: Sentence, words: readonly string[], book: Phrasebook): boolean =>
  /~|\s[b-hj-mp-w]\s|[.,]\s*,|\.\.\s?\S|…\s*\S|-{2}|[—–-](?:\s|$)|\p{L}\s[—–]|[[\]♪]|>>|\slike,/u.test(
    sentence.text,
  ) ||
  words.some((word) => book.noises.has(word)) ||
  repeats(words, book) ||
  restarts(sentence, words, book) ||
  isCrossed(sentence, book);
