import type { GlossaryTerm } from '../domain/glossary/glossary-term.ts';

/** The characters of lines: they decide how long work on them takes. */
export function sizeOfWords(lines: readonly { readonly text: string }[]): number {
  return lines.reduce((sum, { text }) => sum + text.length, 0);
}

export function sizeOfTerms(terms: readonly GlossaryTerm[]): number {
  return terms.reduce((sum, { term, wrongForms }) => sum + [term, ...wrongForms].join('').length, 0);
}
