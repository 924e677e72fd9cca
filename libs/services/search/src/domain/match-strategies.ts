import { foldText, type SearchMatching } from '@vault/contracts';
import { AnyQuery, NearQuery, TextQuery, WordQuery, type Query } from './queries.ts';

/** One way to match a keyword. */
export interface MatchStrategy {
  readonly matching: SearchMatching;
  readonly query: Query;
  /** The terms to highlight in matching texts. */
  readonly terms: readonly string[];
}

/** Only the first words of a longer keyword are searched separately. */
const maxWords = 12;
/** Shorter words are too frequent to match alone, except names such as "AI" or "S3". */
const minSignificantLength = 4;
/** Minimum letters of a stem: shorter ones begin too many other words. */
const minStemLength = 4;

/**
 * The strategies for a keyword, strictest first: the exact keyword; then all of its words near each other, then any of
 * them; for a single word, other forms of it.
 */
export function strategiesOf(keyword: string): MatchStrategy[] {
  const exact: MatchStrategy = { matching: 'exact', query: new TextQuery(keyword), terms: [keyword] };
  const words = wordsOf(keyword);
  if (words.length > 1) return [exact, nearOf(words), anyOf(words)];
  const stem = stemOf(keyword);
  return stem ? [exact, { matching: 'form', query: new WordQuery(stem), terms: [stem] }] : [exact];
}

/** Each word once, in the typed form. */
function wordsOf(keyword: string): string[] {
  const words = new Map<string, string>();
  for (const word of keyword.split(/[\s\0,;:.!?"“”«»()]+/u)) {
    const folded = foldText(word);
    if (folded !== '' && !words.has(folded)) words.set(folded, word);
  }
  return [...words.values()].slice(0, maxWords);
}

function nearOf(words: readonly string[]): MatchStrategy {
  return {
    matching: 'near',
    query: new NearQuery(words.map((word) => new WordQuery(word))),
    terms: words,
  };
}

function anyOf(words: readonly string[]): MatchStrategy {
  const significant = words.filter(
    (word) => word.length >= minSignificantLength || /^[\p{Lu}\p{N}]{2,}$/u.test(word),
  );
  const terms = significant.length > 0 ? significant : words;
  return { matching: 'any', query: new AnyQuery(terms.map((word) => new WordQuery(word))), terms };
}

/** A word without its English suffix, so that "pricing" also matches "price" and "prices". */
function stemOf(keyword: string): string | undefined {
  const word = keyword.trim();
  if (!/^\p{L}+$/u.test(word)) return undefined;
  const stem = word.replace(/(?:ings?|ers?|ed|es|ly|s|e|y)$/iu, '');
  return stem.length < word.length && stem.length >= minStemLength ? stem : undefined;
}
