import { wordingOf } from './wording.ts';

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
  const uses = new Map<string, Use[]>();
  const problems: GlossaryProblem[] = [];
  const add = (index: number, text: string, isTerm: boolean) => {
    const { folded, exact } = wordingOf(text);
    const use = { index, text, exact, isTerm };
    const others = uses.get(folded) ?? [];
    const problem = others
      .map((other) => ({ index, other: other.index, problem: problemOf(terms, use, other) }))
      .find((each) => each.problem !== '');
    if (problem) problems.push(problem);
    uses.set(folded, [...others, use]);
  };
  // The terms first: a wrong form is checked with those after it as well.
  terms.forEach(({ term }, index) => add(index, term, true));
  terms.forEach(({ wrongForms }, index) => {
    for (const form of wrongForms) add(index, form, false);
  });
  return problems;
}

/** @returns empty when both may be in the glossary */
function problemOf(terms: readonly CheckedTerm[], use: Use, other: Use): string {
  const { text, index } = use;
  const [own, others] = [terms[index], terms[other.index]];
  if (!own || !others) return '';
  if (use.isTerm) return `The term “${text}” is in the glossary twice, also as “${other.text}”.`;
  const isSame = use.exact === other.exact || !own.isCaseSensitive;
  if (index !== other.index)
    return other.isTerm
      ? `“${text}”, a wrong form of “${own.term}”, is the term “${other.text}”.`
      : `“${text}” is a wrong form of both “${others.term}” and “${own.term}”.`;
  if (!isSame) return '';
  return other.isTerm
    ? `“${text}” is no wrong form of “${own.term}”: they are the same words${own.isCaseSensitive ? '' : ', unless the case has to be exact'}.`
    : `The term “${own.term}” has the wrong form “${text}” twice.`;
}
