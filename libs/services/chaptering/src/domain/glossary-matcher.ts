import { separatorBetween, wordingOf } from '@vault/contracts';
import type { GlossaryTerm } from './glossary-term.ts';
import type { Token } from './spoken-tokens.ts';

/** A run of words that is a wrong form of a term. */
export interface Match {
  /** Indexes of tokens, the second one exclusive. */
  readonly from: number;
  readonly to: number;
  /** Where it ends in the text of its last line. */
  readonly end: number;
  readonly term: GlossaryTerm;
}

/** Some words to look for. */
interface Pattern {
  readonly term: GlossaryTerm;
  readonly words: readonly { readonly folded: string; readonly exact: string }[];
  /** What is between the words. */
  readonly separators: readonly string[];
}

interface Found {
  readonly pattern: Pattern;
  readonly end: number;
}

/** By the first word, the longest first. */
type Patterns = ReadonlyMap<string, readonly Pattern[]>;

/** Finds the wrong forms of a glossary in one pass over the words. */
export class GlossaryMatcher {
  private readonly wrongForms: Patterns;
  private readonly right: Patterns;

  constructor(terms: readonly GlossaryTerm[]) {
    this.wrongForms = byFirstWord(
      terms.flatMap((term) => term.wrongForms.map((form) => patternOf(term, form))),
    );
    this.right = byFirstWord(terms.map((term) => patternOf(term, term.term)));
  }

  /** Wrong forms in their order, as whole words, none within a term that is written as it should be. */
  matchesIn(tokens: readonly Token[]): Match[] {
    const isRight = this.rightWords(tokens);
    const matches: Match[] = [];
    for (let at = 0; at < tokens.length; at += 1) {
      const found = find(this.wrongForms, tokens, at, (index) => !isRight[index]);
      if (!found) continue;
      const { pattern, end } = found;
      const to = at + pattern.words.length;
      matches.push({ from: at, to, end, term: pattern.term });
      at = to - 1;
    }
    return matches;
  }

  /** Whether each word belongs to a term, or to a wrong form of one. */
  knownWords(tokens: readonly Token[]): boolean[] {
    const isKnown = this.rightWords(tokens);
    for (const { from, to } of this.matchesIn(tokens)) isKnown.fill(true, from, to);
    return isKnown;
  }

  private rightWords(tokens: readonly Token[]): boolean[] {
    const isRight = Array<boolean>(tokens.length).fill(false);
    for (let at = 0; at < tokens.length; at += 1) {
      const found = find(this.right, tokens, at, () => true);
      if (found) isRight.fill(true, at, at + found.pattern.words.length);
    }
    return isRight;
  }
}

function patternOf(term: GlossaryTerm, text: string): Pattern {
  const { words } = wordingOf(text);
  return {
    term,
    words: words.map(({ folded, from, to }) => ({ folded, exact: text.slice(from, to).normalize('NFC') })),
    separators: words.slice(1).map((word, index) => separatorBetween(text, words[index] ?? word, word)),
  };
}

function byFirstWord(patterns: readonly Pattern[]): Patterns {
  const found = new Map<string, Pattern[]>();
  for (const pattern of patterns) {
    const first = pattern.words[0]?.folded ?? '';
    found.set(first, [...(found.get(first) ?? []), pattern]);
  }
  for (const each of found.values()) each.sort((one, other) => other.words.length - one.words.length);
  return found;
}

/** The longest pattern at a word, and where it ends. @param isFree whether a word may belong to it */
function find(
  patterns: Patterns,
  tokens: readonly Token[],
  at: number,
  isFree: (index: number) => boolean,
): Found | undefined {
  const { folded = '', bare } = tokens[at] ?? {};
  const candidates = [...(patterns.get(folded) ?? []), ...((bare && patterns.get(bare.folded)) ?? [])];
  for (const pattern of candidates) {
    let end: number | undefined;
    const isHere = pattern.words.every((_, index) => {
      end = isFree(at + index) ? endOf(pattern, index, tokens[at + index]) : undefined;
      return end !== undefined;
    });
    if (isHere && end !== undefined) return { pattern, end };
  }
  return undefined;
}

/** Where a word of a pattern ends in the text of its line. @returns undefined when it is another word */
function endOf(pattern: Pattern, index: number, token: Token | undefined): number | undefined {
  const word = pattern.words[index];
  const separator = pattern.separators[index];
  if (!token || !word) return undefined;
  const written = token.exact.normalize('NFC');
  const isSame = (folded: string, exact: string) =>
    folded === word.folded && (!pattern.term.isCaseSensitive || exact === word.exact);
  if (isSame(token.folded, written))
    return separator === undefined || separator === token.separator ? token.to : undefined;
  // The last word may have a possessive ’s.
  const isPossessive = separator === undefined && token.bare;
  return isPossessive && isSame(token.bare.folded, written.slice(0, -2)) ? token.bare.to : undefined;
}
