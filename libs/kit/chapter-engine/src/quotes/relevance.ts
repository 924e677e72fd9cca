import { languageData, type LanguageData } from '../language/language-data.ts';
import type { Sentence } from '../transcript/sentences.ts';
import { termReader } from '../transcript/transcript.ts';
import { readWords } from '../language/words.ts';

/** The relevance of sentences to what a person typed. */
export interface Relevance {
  /** The typed words that were said, with their weights; empty when none was said. */
  readonly weights: ReadonlyMap<string, number>;
  /** Those words in each sentence. */
  readonly keysBySentence: readonly ReadonlySet<string>[];
  /** Whether a sentence starts with one of them, so that it is about it. */
  readonly isSubject: readonly boolean[];
}

/** Only the first words of a long text are compared. */
const maxKeys = 60;
/** Words with a common prefix of this share of the longer word are forms of one: "regulate", "regulation". */
const similarShare = 0.75;
/** Languages that write compounds as one word: "Wasserverbrauch". */
const compoundingLanguages = new Set(['de', 'nl', 'sv', 'da', 'no', 'fi']);
/** Minimum letters of the first and last part of a compound. */
const minFirstPart = 4;
const minLastPart = 7;
/** The first words of a sentence, which name its subject. */
const subjectWords = 3;
const subjectFactor = 1.25;
/** Weight of a word that may be an instruction, if there are others. */
const instructionWeight = 0.4;
/** Weight of a word that is only similar to a typed one. */
const similarWeight = 0.6;
/** Factor of a word that an earlier sentence has covered. */
const repeatedFactor = 0.6;
/** The same, when it is the only word. */
const onlyRepeatedFactor = 0.8;

/**
 * Reads the key by which a word is compared: its term; numbers and capitalised abbreviations unchanged. Function words
 * have none.
 */
const keyReader = (language: string): ((word: string) => string | undefined) => {
  const termOf = termReader(language);
  return (word) => {
    const isName = /\p{N}/u.test(word) || /^\p{Lu}{2,3}$/u.test(word);
    return termOf(word) ?? (isName ? word.toLowerCase() : undefined);
  };
};

const commonPrefix = (a: string, b: string): number => {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return length;
};

const isSimilar = (a: string, b: string, language: string): boolean => {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (short.length >= 4 && commonPrefix(short, long) >= similarShare * long.length) return true;
  if (
    !compoundingLanguages.has(language) ||
    short.length < minFirstPart ||
    long.length - short.length < minFirstPart
  )
    return false;
  return long.startsWith(short) || (short.length >= minLastPart && long.endsWith(short));
};

/** Rare words weigh more, but so do frequent ones: the topic of a question is mentioned often. */
const weigh = (sentences: number, having: number): number =>
  Math.log(1 + sentences / having) * (1 + Math.log(having));

/** The keys of a typed text, and whether each may be an instruction: "Explain...", "... the best quotes". */
const readTyped = (
  typed: string,
  keyOf: (word: string) => string | undefined,
  { instructions }: LanguageData,
): Map<string, boolean> => {
  const keys = new Map<string, boolean>();
  for (const part of typed.split(/[.!?:;\n]+/u)) {
    for (const [i, { text }] of readWords(part).entries()) {
      const key = keyOf(text);
      if (key === undefined || keys.size >= maxKeys) continue;
      keys.set(key, (i === 0 || instructions.has(text.toLowerCase())) && (keys.get(key) ?? true));
    }
  }
  return keys;
};

/** Maps spoken keys to typed ones: each typed key to itself if it was said, else to similar keys. */
const matchKeys = (
  typed: Iterable<string>,
  spoken: ReadonlySet<string>,
  language: string,
): Map<string, string> => {
  const matches = new Map<string, string>();
  for (const key of typed) {
    const similar = spoken.has(key) ? [key] : [...spoken].filter((other) => isSimilar(key, other, language));
    for (const each of similar) if (!matches.has(each)) matches.set(each, key);
  }
  return matches;
};

/**
 * Compares sentences with what a person typed, by stems and without function words. Instructions ("Give me the
 * best...") and the first word of a typed sentence, which often is one, never count alone.
 */
export const readRelevance = (sentences: readonly Sentence[], typed: string, language: string): Relevance => {
  const keyOf = keyReader(language);
  const typedKeys = readTyped(typed, keyOf, languageData(language));
  const spoken = sentences.map(({ words }) => words.map(({ text }) => keyOf(text)));
  const matches = matchKeys(
    typedKeys.keys(),
    new Set(spoken.flat().filter((key) => key !== undefined)),
    language,
  );
  const matched = new Set(matches.values());
  if (typedKeys.size > matched.size && [...matched].every((key) => typedKeys.get(key))) matches.clear();
  const matchedKeys = (keys: readonly (string | undefined)[]): Set<string> =>
    new Set(keys.map((key) => matches.get(key ?? '')).filter((key) => key !== undefined));
  const keysBySentence = spoken.map(matchedKeys);
  const isSubject = spoken.map((keys) => matchedKeys(keys.slice(0, subjectWords)).size > 0);
  const counts = new Map<string, number>();
  for (const each of keysBySentence) for (const key of each) counts.set(key, (counts.get(key) ?? 0) + 1);
  const weights = new Map(
    [...counts].map(([key, count]) => [
      key,
      weigh(sentences.length, count) *
        (matches.has(key) ? 1 : similarWeight) *
        (typedKeys.get(key) && typedKeys.size > 1 ? instructionWeight : 1),
    ]),
  );
  return { weights, keysBySentence, isSubject };
};

/** The relevance of one sentence, from 0; words that are already covered count less. */
export const relevanceOf = (
  { weights, keysBySentence, isSubject }: Relevance,
  index: number,
  covered: ReadonlySet<string> = new Set(),
): number => {
  const repeated = weights.size > 1 ? repeatedFactor : onlyRepeatedFactor;
  let sum = 0;
  for (const key of keysBySentence[index] ?? [])
    sum += (weights.get(key) ?? 0) * (covered.has(key) ? repeated : 1);
  return isSubject[index] ? subjectFactor * sum : sum;
};
