import { wordingOf } from '@vault/contracts';
import type { GlossaryTerm, NewGlossaryTerm } from '@vault/contracts';

/** One change of a glossary: a term before and after it. */
export interface TermEdit {
  /** Null: a new term. */
  readonly before: GlossaryTerm | null;
  /** Null: the term is removed. */
  readonly after: NewGlossaryTerm | null;
}

/** A term that somebody else has changed too. */
export interface TermConflict extends TermEdit {
  /** The term as it is now; null when it is gone. */
  readonly theirs: GlossaryTerm | null;
}

function isSame(one: GlossaryTerm, other: GlossaryTerm): boolean {
  const facts = ({ id, term, wrongForms, isCaseSensitive }: GlossaryTerm) =>
    JSON.stringify([id, term, wrongForms, isCaseSensitive]);
  return facts(one) === facts(other);
}

/** A change of a term made to the same term as somebody else has changed it; null when both gave it another name. */
function merged(before: GlossaryTerm, after: NewGlossaryTerm, theirs: GlossaryTerm): GlossaryTerm | null {
  const isRenamed = after.term !== before.term;
  if (isRenamed && theirs.term !== before.term && theirs.term !== after.term) return null;
  const removed = before.wrongForms.filter((form) => !after.wrongForms.includes(form));
  const added = after.wrongForms.filter((form) => !before.wrongForms.includes(form));
  return {
    id: theirs.id,
    term: isRenamed ? after.term : theirs.term,
    wrongForms: [
      ...theirs.wrongForms.filter((form) => !removed.includes(form) && !added.includes(form)),
      ...added,
    ],
    isCaseSensitive:
      after.isCaseSensitive === before.isCaseSensitive ? theirs.isCaseSensitive : after.isCaseSensitive,
  };
}

/**
 * Makes a change to the present terms. What others have changed beside it stays.
 * @returns the same list when it has the change already; the conflict when a person has to choose
 */
export function withEdit(
  terms: readonly GlossaryTerm[],
  { before, after }: TermEdit,
): readonly NewGlossaryTerm[] | TermConflict {
  if (!before) return after ? [...terms, after] : terms;
  const theirs = terms.find(({ id }) => id === before.id) ?? null;
  if (!after && (!theirs || isSame(theirs, before)))
    return theirs ? terms.filter((term) => term !== theirs) : terms;
  const next = after && theirs && merged(before, after, theirs);
  if (!next) return { before, after, theirs };
  return isSame(next, theirs) ? terms : terms.map((term) => (term === theirs ? next : term));
}

/** The change that makes words a wrong form of a term, which may be new; null when they are one already. */
export function wrongFormEdit(terms: readonly GlossaryTerm[], term: string, form: string): TermEdit | null {
  const before = terms.find((each) => wordingOf(each.term).folded === wordingOf(term).folded) ?? null;
  if (!before) {
    // Words that differ from the term in case alone are wrong only in that case.
    const isCaseSensitive = wordingOf(form).folded === wordingOf(term).folded;
    return { before, after: { term, wrongForms: [form], isCaseSensitive } };
  }
  if (before.wrongForms.some((each) => wordingOf(each).folded === wordingOf(form).folded)) return null;
  return { before, after: { ...before, wrongForms: [...before.wrongForms, form] } };
}

/**
 * The change that takes a wrong form of a term back; null when it is none.
 * @param isTermNew whether the term was added with it, and goes with its last form
 */
export function withoutFormEdit(
  terms: readonly GlossaryTerm[],
  { term, form, isTermNew }: { term: string; form: string; isTermNew: boolean },
): TermEdit | null {
  const before = terms.find((each) => wordingOf(each.term).folded === wordingOf(term).folded);
  const wrongForms = before?.wrongForms.filter((each) => wordingOf(each).folded !== wordingOf(form).folded);
  if (!before || wrongForms?.length === before.wrongForms.length) return null;
  const after = { ...before, wrongForms: wrongForms ?? [] };
  return { before, after: isTermNew && after.wrongForms.length === 0 ? null : after };
}
