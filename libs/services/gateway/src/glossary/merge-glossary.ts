import {
  glossaryLimits,
  glossaryProblems,
  wordingOf,
  type GlossaryImport,
  type GlossaryTerm,
} from '@vault/contracts';
import { readGlossaryCsv } from './glossary-csv.ts';

interface MergedGlossary extends GlossaryImport {
  /** All terms, with those of the file. */
  readonly terms: readonly GlossaryTerm[];
}

/** Adds the terms of a file, and wrong forms to terms that exist; removes none. With problems, nothing may be saved. */
export function mergeGlossary(
  present: readonly GlossaryTerm[],
  csv: string,
  newId: () => string,
): MergedGlossary {
  const read = readGlossaryCsv(csv);
  const terms = [...present];
  const indexes = new Map(present.map(({ term }, index) => [wordingOf(term).folded, index]));
  /** The last line about each term. */
  const lines = new Map<number, number>();
  for (const { line, term, wrongForms, isCaseSensitive } of read.terms) {
    const key = wordingOf(term).folded;
    const index = indexes.get(key) ?? terms.length;
    const before = terms[index] ?? { id: newId(), term, wrongForms: [], isCaseSensitive: false };
    const isExact = isCaseSensitive ?? before.isCaseSensitive;
    indexes.set(key, index);
    lines.set(index, line);
    terms[index] = {
      ...before,
      isCaseSensitive: isExact,
      wrongForms: united([...before.wrongForms, ...wrongForms], isExact),
    };
  }
  const lineOf = (index: number) => lines.get(index) ?? 0;
  const tooMany = terms.flatMap(({ wrongForms, term }, index) =>
    wrongForms.length > glossaryLimits.wrongForms
      ? [
          {
            line: lineOf(index),
            problem: `“${term}” would have more than ${String(glossaryLimits.wrongForms)} wrong forms.`,
          },
        ]
      : [],
  );
  const tooLarge =
    terms.length > glossaryLimits.terms
      ? [
          {
            line: lineOf(glossaryLimits.terms),
            problem: `A glossary has at most ${String(glossaryLimits.terms)} terms.`,
          },
        ]
      : [];
  const ambiguous = glossaryProblems(terms).map(({ index, other, problem }) => ({
    line: lines.get(index) ?? lineOf(other),
    problem,
  }));
  const problems = [...read.problems, ...tooMany, ...tooLarge, ...ambiguous]
    .sort((one, another) => one.line - another.line)
    .slice(0, glossaryLimits.problems);
  const isChanged = (index: number) => JSON.stringify(terms[index]) !== JSON.stringify(present[index]);
  const changed = [...lines.keys()].filter((index) => index < present.length && isChanged(index)).length;
  const isRight = problems.length === 0;
  return {
    terms,
    added: isRight ? terms.length - present.length : 0,
    changed: isRight ? changed : 0,
    problems,
  };
}

/** Each wrong form once. */
function united(forms: readonly string[], isExact: boolean): string[] {
  const keyOf = (form: string) => wordingOf(form)[isExact ? 'exact' : 'folded'];
  const firstForms = new Map<string, string>();
  for (const form of forms) if (!firstForms.has(keyOf(form))) firstForms.set(keyOf(form), form);
  return [...firstForms.values()];
}
