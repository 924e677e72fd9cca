import { wordingOf } from '@vault/contracts';
import type { Cue } from '../chapters/chapter.ts';
import { knownWordings, refusedAmong, type CountedCorrection } from './glossary-corrections.ts';
import { GlossaryMatcher } from './glossary-matcher.ts';
import type { GlossaryProposal } from './glossary-proposals.ts';
import type { GlossaryTerm } from './glossary-term.ts';
import { tokensOf } from './spoken-tokens.ts';

/** Words of a transcript that sound like a term. */
export interface NameToCheck {
  /** Folded. */
  readonly found: string;
  readonly term: string;
}

export function toNames(proposals: readonly Pick<GlossaryProposal, 'found' | 'term'>[]): NameToCheck[] {
  return proposals.map(({ found, term }) => ({ found: wordingOf(found).folded, term }));
}

/** The names whose words are still said. */
export function namesIn(lines: readonly Cue[], names: readonly NameToCheck[]): NameToCheck[] {
  if (names.length === 0) return [];
  const terms = names.map(({ found, term }) => ({
    id: found,
    term,
    wrongForms: [found],
    isCaseSensitive: false,
  }));
  const said = new Set(new GlossaryMatcher(terms).matchesIn(tokensOf(lines)).map(({ term }) => term));
  return names.filter((_, index) => said.has(terms[index] as GlossaryTerm));
}

/** The names on which nobody has decided: of terms that are still there, neither confirmed nor refused. */
export function undecidedNames(
  names: readonly NameToCheck[],
  { terms, corrections }: { terms: readonly GlossaryTerm[]; corrections: readonly CountedCorrection[] },
): NameToCheck[] {
  const present = new Set(terms.map(({ term }) => term));
  const known = knownWordings(terms);
  const isRefused = refusedAmong(corrections);
  return names.filter(
    ({ found, term }) => present.has(term) && !known.has(found) && !isRefused({ from: found, to: term }),
  );
}
