import { wordingOf } from '../text/wording.ts';

interface CheckedTerm {
  readonly term: string;
  readonly wrongForms: readonly string[];
  readonly isCaseSensitive: boolean;
}

interface GlossaryProblem {
  /** Index of the term. */
  readonly index: number;
  /** Index of the term that has the same words; may be the same one. */
  readonly other: number;
  /** A sentence for the person. */
  readonly problem: string;
}

/** A place where some words stand in a glossary. */
interface Use {
  /** Rises with each use. */
  readonly order: number;
  readonly index: number;
  readonly text: string;
  readonly exact: string;
  readonly isTerm: boolean;
}

/**
 * Why terms cannot be in one glossary, at most one problem of each wording: words that have two meanings. The sender and
 * the owner check.
 */
export function glossaryProblems(terms: readonly CheckedTerm[]): GlossaryProblem[] {
  const uses = new Map<string, UsesOfWording>();
  const problems: GlossaryProblem[] = [];
  let order = 0;
  const add = (index: number, text: string, isTerm: boolean) => {
    const { folded, exact } = wordingOf(text);
    const use = { order: (order += 1), index, text, exact, isTerm };
    const others = uses.get(folded) ?? new UsesOfWording();
    const other = others.conflictWith(use, terms[index]?.isCaseSensitive ?? false);
    if (other) problems.push({ index, other: other.index, problem: problemOf(terms, use, other) });
    others.add(use);
    uses.set(folded, others);
  };
  // The terms first: a wrong form is checked with those after it as well.
  terms.forEach(({ term }, index) => add(index, term, true));
  terms.forEach(({ wrongForms }, index) => {
    for (const form of wrongForms) add(index, form, false);
  });
  return problems;
}

/** The uses of one wording; a conflict is found without a look at each of them, as all words of a glossary may be one wording. */
class UsesOfWording {
  private first: Use | undefined;
  /** The first one of another term than the first one has. */
  private firstElsewhere: Use | undefined;
  /** The first one of each term. */
  private readonly byTerm = new Map<number, Use>();
  /** The same, as the words are written. */
  private readonly byExact = new Map<string, Use>();

  add(use: Use): void {
    this.first ??= use;
    if (use.index !== this.first.index) this.firstElsewhere ??= use;
    if (!this.byTerm.has(use.index)) this.byTerm.set(use.index, use);
    const exact = exactKeyOf(use);
    if (!this.byExact.has(exact)) this.byExact.set(exact, use);
  }

  /** The first use that cannot be beside another one. */
  conflictWith(use: Use, isCaseSensitive: boolean): Use | undefined {
    const elsewhere = this.first?.index === use.index ? this.firstElsewhere : this.first;
    const ofTerm = isCaseSensitive ? this.byExact.get(exactKeyOf(use)) : this.byTerm.get(use.index);
    return elsewhere && ofTerm
      ? elsewhere.order < ofTerm.order
        ? elsewhere
        : ofTerm
      : (elsewhere ?? ofTerm);
  }
}

function exactKeyOf({ index, exact }: Use): string {
  return `${String(index)}\n${exact}`;
}

function problemOf(terms: readonly CheckedTerm[], use: Use, other: Use): string {
  const { text, index } = use;
  const [own, others] = [terms[index], terms[other.index]];
  if (!own || !others) return '';
  if (use.isTerm) return `The term “${text}” is in the glossary twice, also as “${other.text}”.`;
  if (index !== other.index)
    return other.isTerm
      ? `“${text}”, a wrong form of “${own.term}”, is the term “${other.text}”.`
      : `“${text}” is a wrong form of both “${others.term}” and “${own.term}”.`;
  return other.isTerm
    ? `“${text}” is no wrong form of “${own.term}”: they are the same words${own.isCaseSensitive ? '' : ', unless the case has to be exact'}.`
    : `The term “${own.term}” has the wrong form “${text}” twice.`;
}
