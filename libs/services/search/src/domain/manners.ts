import { foldText, type SearchMatching } from '@vault/contracts';
import { SoughtAny, SoughtNear, SoughtText, SoughtWord, type Sought } from './seeking.ts';

/** One way to look for a keyword. */
export interface Manner {
  readonly matching: SearchMatching;
  readonly sought: Sought;
  /** What stands in a text that matches, to be marked: any of them. */
  readonly terms: readonly string[];
}

/** More words are a sentence: it is found as it stands, or by its first ones. */
const mostWords = 12;
/** Shorter words are everywhere, and say nothing alone unless they are a name ("AI", "S3"). */
const leastAlone = 4;
/** Letters that stay of a word without its ending: fewer begin too many other words. */
const leastStem = 4;

/**
 * How a keyword is looked for: as it stands; where it stands nowhere, by all of its words near each other, by any of
 * them, or by other forms of its one word.
 */
export function mannersOf(keyword: string): Manner[] {
  const exact: Manner = { matching: 'exact', sought: new SoughtText(keyword), terms: [keyword] };
  const words = wordsOf(keyword);
  if (words.length > 1) return [exact, nearOf(words), anyOf(words)];
  const stem = stemOf(keyword);
  return stem ? [exact, { matching: 'form', sought: new SoughtWord(stem), terms: [stem] }] : [exact];
}

/** Each word once, as it was typed. */
function wordsOf(keyword: string): string[] {
  const words = new Map<string, string>();
  for (const word of keyword.split(/[\s\0,;:.!?"“”«»()]+/u)) {
    const folded = foldText(word);
    if (folded !== '' && !words.has(folded)) words.set(folded, word);
  }
  return [...words.values()].slice(0, mostWords);
}

function nearOf(words: readonly string[]): Manner {
  return {
    matching: 'near',
    sought: new SoughtNear(words.map((word) => new SoughtWord(word))),
    terms: words,
  };
}

function anyOf(words: readonly string[]): Manner {
  const telling = words.filter((word) => word.length >= leastAlone || /^[\p{Lu}\p{N}]{2,}$/u.test(word));
  const terms = telling.length > 0 ? telling : words;
  return { matching: 'any', sought: new SoughtAny(terms.map((word) => new SoughtWord(word))), terms };
}

/** A word without its English ending: "pricing" is said as "price" and "prices" too. */
function stemOf(keyword: string): string | undefined {
  const word = keyword.trim();
  if (!/^\p{L}+$/u.test(word)) return undefined;
  const stem = word.replace(/(?:ings?|ers?|ed|es|ly|s|e|y)$/iu, '');
  return stem.length < word.length && stem.length >= leastStem ? stem : undefined;
}
