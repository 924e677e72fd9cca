import type { Sentence } from './sentences.ts';
import { termReader } from './transcript.ts';
import { readWords } from './words.ts';

/** How much each sentence bears on what a person typed. */
export interface Bearing {
  /** What a person typed of what was said here, with what it counts. Empty when they speak of something else. */
  readonly weights: ReadonlyMap<string, number>;
  /** The words of each sentence among those. */
  readonly found: readonly ReadonlySet<string>[];
  /** Whether a sentence begins with one of them: it is about that, and does not only name it. */
  readonly leads: readonly boolean[];
}

/** More words are no question any more; the first ones count. */
const MOST_KEYS = 60;
/** Words that share so much of the longer are forms of one: "regulate", "regulation". */
const LIKE = 0.75;
/** Languages that write "Wasserverbrauch" where English writes two words. */
const COMPOUNDING = new Set(['de', 'nl', 'sv', 'da', 'no', 'fi']);
/** Letters of a first part, and of a last one: endings that mean little are as long as short words. */
const FIRST_PART = 4;
const LAST_PART = 7;
/** Words at the beginning of a sentence that are its subject. */
const LEADING = 3;
const LEAD = 1.25;
/** What a word counts that opens what was typed, beside others. */
const OPENING = 0.4;
/** What a word counts that is only like a typed one. */
const ALIKE = 0.6;
/** What a word counts once it was told of. */
const TOLD = 0.6;
/** The same, where nothing else is asked for. */
const ONLY_TOLD = 0.8;

/**
 * Turns a word into what it is compared by: its term; digits and names in capitals as they are. Words that only hold
 * a sentence together have nothing.
 */
const keyReader = (language: string): ((word: string) => string | undefined) => {
  const termOf = termReader(language);
  return (word) => {
    const isName = /\p{N}/u.test(word) || /^\p{Lu}{2,3}$/u.test(word);
    return termOf(word) ?? (isName ? word.toLowerCase() : undefined);
  };
};

const sharedStart = (a: string, b: string): number => {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return length;
};

const isLike = (a: string, b: string, language: string): boolean => {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (short.length >= 4 && sharedStart(short, long) >= LIKE * long.length) return true;
  if (!COMPOUNDING.has(language) || short.length < FIRST_PART || long.length - short.length < FIRST_PART)
    return false;
  return long.startsWith(short) || (short.length >= LAST_PART && long.endsWith(short));
};

/** Rare words tell more, but a topic is spoken of often: what is asked of one must not be lost to a chance word. */
const weigh = (sentences: number, having: number): number =>
  Math.log(1 + sentences / having) * (1 + Math.log(having));

/** What a person typed: its words, and which of them only open a sentence ("Explain...", "List..."). */
const readTyped = (typed: string, keyOf: (word: string) => string | undefined): Map<string, boolean> => {
  const keys = new Map<string, boolean>();
  for (const part of typed.split(/[.!?:;\n]+/u)) {
    for (const [i, { text }] of readWords(part).entries()) {
      const key = keyOf(text);
      if (key !== undefined && keys.size < MOST_KEYS) keys.set(key, i === 0 && (keys.get(key) ?? true));
    }
  }
  return keys;
};

/** For each word of the recording that stands for a typed one, that one: itself where it was said, else what is like it. */
const meaning = (
  typed: Iterable<string>,
  spoken: ReadonlySet<string>,
  language: string,
): Map<string, string> => {
  const meant = new Map<string, string>();
  for (const key of typed) {
    const like = spoken.has(key) ? [key] : [...spoken].filter((other) => isLike(key, other, language));
    for (const each of like) if (!meant.has(each)) meant.set(each, key);
  }
  return meant;
};

/**
 * Compares sentences with what a person typed, by stems and without the words of the language that say nothing. How
 * they want it ("Give me the best...") was seldom said and counts for nothing; a word that opens what they typed is
 * often such a one, and never counts alone.
 */
export const readBearing = (sentences: readonly Sentence[], typed: string, language: string): Bearing => {
  const keyOf = keyReader(language);
  const wanted = readTyped(typed, keyOf);
  const spoken = sentences.map(({ words }) => words.map(({ text }) => keyOf(text)));
  const meant = meaning(wanted.keys(), new Set(spoken.flat().filter((key) => key !== undefined)), language);
  const heard = new Set(meant.values());
  if (wanted.size > heard.size && [...heard].every((key) => wanted.get(key))) meant.clear();
  const mean = (keys: readonly (string | undefined)[]): Set<string> =>
    new Set(keys.map((key) => meant.get(key ?? '')).filter((key) => key !== undefined));
  const found = spoken.map(mean);
  const leads = spoken.map((keys) => mean(keys.slice(0, LEADING)).size > 0);
  const counts = new Map<string, number>();
  for (const each of found) for (const key of each) counts.set(key, (counts.get(key) ?? 0) + 1);
  const weights = new Map(
    [...counts].map(([key, count]) => [
      key,
      weigh(sentences.length, count) *
        (meant.has(key) ? 1 : ALIKE) *
        (wanted.get(key) && wanted.size > 1 ? OPENING : 1),
    ]),
  );
  return { weights, found, leads };
};

/** How much one sentence bears on it, 0 and up; what was told before counts less. */
export const bearingOf = (
  { weights, found, leads }: Bearing,
  index: number,
  told: ReadonlySet<string> = new Set(),
): number => {
  const again = weights.size > 1 ? TOLD : ONLY_TOLD;
  let sum = 0;
  for (const key of found[index] ?? []) sum += (weights.get(key) ?? 0) * (told.has(key) ? again : 1);
  return leads[index] ? LEAD * sum : sum;
};
