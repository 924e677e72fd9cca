import { signsAt, withPlainMarks } from '@vault/contracts';
import type { GlossaryTerm } from './glossary-term.ts';
import { wordsOfForm, type Token } from './spoken-tokens.ts';
import { WordTrie, type TrieWalk } from '../transcript/word-trie.ts';

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
  /** The same with a space for each hyphen: the recognition writes both. */
  private readonly spacedForms: Forms;
  /** Whether a wrong form has one. */
  private readonly hasHyphens: boolean;
  private readonly right: Forms;

  constructor(terms: readonly GlossaryTerm[]) {
    const wrongForms = terms.flatMap((term) => term.wrongForms.map((form) => [term, form] as const));
    this.wrongForms = new Forms(wrongForms);
    this.hasHyphens = wrongForms.some(([, form]) => withPlainMarks(form).includes('-'));
    this.spacedForms = new Forms(wrongForms, (separator) => (separator === '-' ? ' ' : separator));
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
    const isFree = (index: number) => !isRight[index];
    const mayDiffer = this.hasHyphens || tokens.some(({ separator }) => separator === '-');
    for (let at = 0; at < tokens.length; at += 1) {
      const own = this.wrongForms.find(tokens, at, isFree);
      const spaced = mayDiffer ? this.spacedForms.find(tokens, at, isFree) : undefined;
      const found = own && own.count >= (spaced?.count ?? 0) ? own : spaced;
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

  /** @param separatorOf what a separator is compared as */
  constructor(
    forms: readonly (readonly [term: GlossaryTerm, text: string])[],
    private readonly separatorOf = (separator: string | undefined) => separator,
  ) {
    for (const [order, [term, text]] of forms.entries()) {
      const words = wordsOfForm(text);
      const { isCaseSensitive } = term;
      const keys = words.map(({ word, separator }, index) => {
        const signs = index === words.length - 1 ? signsAt(text, word.to) : '';
        const written = isCaseSensitive ? exactly(text.slice(word.from, word.to)) : word.folded;
        return keyOf(this.separatorOf(separator), written + signs);
      });
      (isCaseSensitive ? this.exact : this.folded).add(keys, { term, order });
    }
  }

  /** The longest form at a word. @param isFree whether a word may belong to it */
  find(tokens: readonly Token[], at: number, isFree: (index: number) => boolean): Found | undefined {
    const [folded, exact] = [this.folded.walk(), this.exact.walk()];
    let found: Found | undefined;
    let separator: string | undefined;
    if (tokens[at]?.isInside.before) return undefined;
    for (let index = at; !(folded.isOver && exact.isOver); index += 1) {
      const token = tokens[index];
      if (!token || !isFree(index)) break;
      const written = exactly(token.exact);
      const count = index - at + 1;
      if (!token.isInside.after)
        found = endingAt(token, { count, separator, written, folded, exact }) ?? found;
      folded.step(keyOf(separator, token.folded));
      exact.step(keyOf(separator, written));
      // A form never goes on where a name cannot.
      if (token.separator === undefined) break;
      separator = this.separatorOf(token.separator);
    }
    return found;
  }
}

/** A word of a transcript, and the places of the words before it in both tries. */
interface Step {
  readonly count: number;
  readonly separator: string | undefined;
  readonly written: string;
  readonly folded: TrieWalk<Form>;
  readonly exact: TrieWalk<Form>;
}

/** The form that ends with a word. */
function endingAt(token: Token, { count, separator, written, folded, exact }: Step): Found | undefined {
  const formWith = (word: string, own: string) =>
    earlier(folded.valueWith(keyOf(separator, word)), exact.valueWith(keyOf(separator, own)));
  const { bare, signs } = token;
  // Signs after a word are those of the name if there is such a name.
  const signed = signs === '' ? undefined : formWith(token.folded + signs, written + signs);
  const whole = signed ?? formWith(token.folded, written);
  // The last word may have a possessive ’s.
  const owner = bare && formWith(bare.folded, written.slice(0, -2));
  // A single word as it is comes before one without its ’s.
  const form = count === 1 ? (whole ?? owner) : earlier(whole, owner);
  return form && { ...form, count, end: bare && form === owner ? bare.to : token.to };
}

/** A word as it is written, whatever its marks and its Unicode form. */
function exactly(word: string): string {
  return withPlainMarks(word).normalize('NFC');
}

function earlier(one: Form | undefined, other: Form | undefined): Form | undefined {
  return one && other ? (one.order < other.order ? one : other) : (one ?? other);
}

/** @param separator what is between a word and the one before it */
function keyOf(separator: string | undefined, word: string): string {
  return `${separator ?? ''}\n${word}`;
}
