import { separatorBetween, wordingOf } from '@vault/contracts';
import type { GlossaryTerm } from './glossary-term.ts';
import type { Token } from './spoken-tokens.ts';
import { WordTrie, type TrieWalk } from './word-trie.ts';

/** A run of words that is a wrong form of a term. */
export interface Match {
  /** Indexes of tokens, the second one exclusive. */
  readonly from: number;
  readonly to: number;
  /** Where it ends in the text of its last line. */
  readonly end: number;
  readonly term: GlossaryTerm;
}

/** A form of a term. */
interface Form {
  readonly term: GlossaryTerm;
  /** Of two forms with as many words, the earlier one counts. */
  readonly order: number;
}

/** A form at some words. */
interface Found extends Form {
  /** The number of its words. */
  readonly count: number;
  /** Where it ends in the text of its last line. */
  readonly end: number;
}

/** Finds the wrong forms of a glossary in one pass over the words. */
export class GlossaryMatcher {
  private readonly wrongForms: Forms;
  private readonly right: Forms;

  constructor(terms: readonly GlossaryTerm[]) {
    this.wrongForms = new Forms(
      terms.flatMap((term) => term.wrongForms.map((form) => [term, form] as const)),
    );
    this.right = new Forms(terms.map((term) => [term, term.term] as const));
  }

  /** Wrong forms in their order, as whole words, none within a term that is written as it should be. */
  matchesIn(tokens: readonly Token[]): Match[] {
    return this.matchesAmong(tokens, this.rightWords(tokens));
  }

  /** Whether each word belongs to a term, or to a wrong form of one. */
  knownWords(tokens: readonly Token[]): boolean[] {
    const isRight = this.rightWords(tokens);
    const isKnown = [...isRight];
    for (const { from, to } of this.matchesAmong(tokens, isRight)) isKnown.fill(true, from, to);
    return isKnown;
  }

  private matchesAmong(tokens: readonly Token[], isRight: readonly boolean[]): Match[] {
    const matches: Match[] = [];
    for (let at = 0; at < tokens.length; at += 1) {
      const found = this.wrongForms.find(tokens, at, (index) => !isRight[index]);
      if (!found) continue;
      const to = at + found.count;
      matches.push({ from: at, to, end: found.end, term: found.term });
      at = to - 1;
    }
    return matches;
  }

  private rightWords(tokens: readonly Token[]): boolean[] {
    const isRight = Array<boolean>(tokens.length).fill(false);
    for (let at = 0; at < tokens.length; at += 1) {
      const found = this.right.find(tokens, at, () => true);
      if (found) isRight.fill(true, at, at + found.count);
    }
    return isRight;
  }
}

/** Forms of terms by their words: a word costs as many steps as the longest form has words, however many forms there are. */
class Forms {
  private readonly folded = new WordTrie<Form>();
  /** Those of case-sensitive terms, by their words as they are written. */
  private readonly exact = new WordTrie<Form>();

  constructor(forms: readonly (readonly [term: GlossaryTerm, text: string])[]) {
    for (const [order, [term, text]] of forms.entries()) {
      const { words } = wordingOf(text);
      const { isCaseSensitive } = term;
      const keys = words.map((word, index) => {
        const before = words[index - 1];
        const written = isCaseSensitive ? text.slice(word.from, word.to).normalize('NFC') : word.folded;
        return keyOf(before && separatorBetween(text, before, word), written);
      });
      (isCaseSensitive ? this.exact : this.folded).add(keys, { term, order });
    }
  }

  /** The longest form at a word. @param isFree whether a word may belong to it */
  find(tokens: readonly Token[], at: number, isFree: (index: number) => boolean): Found | undefined {
    const [folded, exact] = [this.folded.walk(), this.exact.walk()];
    let found: Found | undefined;
    let separator: string | undefined;
    for (let index = at; !(folded.isOver && exact.isOver); index += 1) {
      const token = tokens[index];
      if (!token || !isFree(index)) break;
      const written = token.exact.normalize('NFC');
      const keys = { folded: keyOf(separator, token.folded), exact: keyOf(separator, written) };
      const count = index - at + 1;
      found = endingAt(token, { count, separator, written, keys, folded, exact }) ?? found;
      folded.step(keys.folded);
      exact.step(keys.exact);
      // A form never goes on where a name cannot.
      if (token.separator === undefined) break;
      ({ separator } = token);
    }
    return found;
  }
}

/** A word of a transcript, and the places of the words before it in both tries. */
interface Step {
  readonly count: number;
  readonly separator: string | undefined;
  readonly written: string;
  readonly keys: { readonly folded: string; readonly exact: string };
  readonly folded: TrieWalk<Form>;
  readonly exact: TrieWalk<Form>;
}

/** The form that ends with a word. */
function endingAt(token: Token, { count, separator, written, keys, folded, exact }: Step): Found | undefined {
  const whole = earlier(folded.valueWith(keys.folded), exact.valueWith(keys.exact));
  const { bare } = token;
  // The last word may have a possessive ’s.
  const owner =
    bare &&
    earlier(
      folded.valueWith(keyOf(separator, bare.folded)),
      exact.valueWith(keyOf(separator, written.slice(0, -2))),
    );
  // A single word as it is comes before one without its ’s.
  const form = count === 1 ? (whole ?? owner) : earlier(whole, owner);
  return form && { ...form, count, end: bare && form === owner ? bare.to : token.to };
}

function earlier(one: Form | undefined, other: Form | undefined): Form | undefined {
  return one && other ? (one.order < other.order ? one : other) : (one ?? other);
}

/** @param separator what is between a word and the one before it */
function keyOf(separator: string | undefined, word: string): string {
  return `${separator ?? ''}\n${word}`;
}
