import {
  glossaryLimits,
  glossaryProblems,
  wordingOf,
  type GlossaryImport,
  type GlossaryTerm,
  type NewGlossaryTerm,
} from '@vault/contracts';
import { readGlossaryCsv } from './glossary-csv.ts';
import { WrongForms } from './wrong-forms.ts';

interface GlossaryFile {
  readonly present: readonly GlossaryTerm[];
  readonly csv: string;
  /** Wrong forms that are not added. */
  readonly leftOut?: readonly string[];
}

interface MergedGlossary extends GlossaryImport {
  /** All terms, with those of the file; new ones have no id. */
  readonly terms: readonly NewGlossaryTerm[];
}

type LineProblem = GlossaryImport['problems'][number];

interface Draft {
  readonly term: NewGlossaryTerm;
  readonly forms: WrongForms;
  /** The last line about it; 0: the file has none. */
  line: number;
  /** The line after which it had too many wrong forms. */
  fullAt?: number;
}

/**
 * Adds the terms of a file, and wrong forms to terms that exist; removes none. With problems, nothing may be saved. It runs
 * in a thread, so it takes and gives plain data.
 */
export function mergeGlossary({ present, csv, leftOut: unwanted = [] }: GlossaryFile): MergedGlossary {
  const read = readGlossaryCsv(csv);
  const isUnwanted = new Set(unwanted);
  const leftOut: MergedGlossary['leftOut'] = [];
  const drafts = present.map((term): Draft => ({ term, forms: new WrongForms(term), line: 0 }));
  const byName = new Map(drafts.map((draft) => [wordingOf(draft.term.term).folded, draft]));
  for (const { line, term, wrongForms, isCaseSensitive } of read.terms) {
    const name = wordingOf(term).folded;
    const known = byName.get(name);
    const draft = known ?? newDraft(term);
    if (!known) drafts.push(draft);
    byName.set(name, draft);
    draft.line = line;
    if (drafts.length > glossaryLimits.terms) break;
    if (draft.fullAt !== undefined) continue;
    draft.forms.add(
      wrongForms.filter((form) => !isUnwanted.has(form)),
      isCaseSensitive,
    );
    for (const form of wrongForms) if (isUnwanted.has(form)) leftOut.push({ line, form, term });
    if (draft.forms.size > glossaryLimits.wrongForms) draft.fullAt = line;
  }
  const terms = drafts.map(toTerm);
  const problems = [...read.problems, ...sizeProblems(drafts), ...ambiguities(drafts, terms)]
    .sort((one, another) => one.line - another.line)
    .slice(0, glossaryLimits.problems);
  if (problems.length > 0) return { terms, added: 0, changed: 0, problems, leftOut };
  const isChanged = (term: GlossaryTerm, index: number) =>
    JSON.stringify(term) !== JSON.stringify(terms[index]);
  return {
    terms,
    added: terms.length - present.length,
    changed: present.filter(isChanged).length,
    problems,
    leftOut,
  };
}

function newDraft(name: string): Draft {
  const term = { term: name, wrongForms: [], isCaseSensitive: false };
  return { term, forms: new WrongForms(term), line: 0 };
}

function toTerm({ term, forms, line }: Draft): NewGlossaryTerm {
  return line === 0 ? term : { ...term, wrongForms: forms.texts, isCaseSensitive: forms.isCaseSensitive };
}

function sizeProblems(drafts: readonly Draft[]): LineProblem[] {
  const tooMany = drafts.flatMap(({ term, fullAt }) => {
    const problem = `“${term.term}” would have more than ${String(glossaryLimits.wrongForms)} wrong forms.`;
    return fullAt === undefined ? [] : [{ line: fullAt, problem }];
  });
  const first = drafts[glossaryLimits.terms];
  const problem = `A glossary has at most ${String(glossaryLimits.terms)} terms.`;
  return first ? [...tooMany, { line: first.line, problem }] : tooMany;
}

function ambiguities(drafts: readonly Draft[], terms: readonly NewGlossaryTerm[]): LineProblem[] {
  return glossaryProblems(terms).map(({ index, other, problem }) => ({
    line: drafts[index]?.line || (drafts[other]?.line ?? 0),
    problem,
  }));
}
