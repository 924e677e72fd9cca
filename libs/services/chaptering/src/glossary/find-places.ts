import { GlossaryMatcher } from '../domain/glossary/glossary-matcher.ts';
import { glossaryPlaces, type GlossaryPlace } from '../domain/glossary/glossary-places.ts';
import type { GlossaryTerm } from '../domain/glossary/glossary-term.ts';
import { shownLines } from '../domain/transcript/timed-lines.ts';
import type { Mend } from '../domain/transcript/transcript-overlay.ts';
import { linesOf, type StoredCaptions } from '../transcripts/stored-captions.ts';

/** Words as they are stored. */
export interface StoredWords {
  readonly captions: StoredCaptions;
  readonly mends: readonly Mend[];
}

/** @param most how many places are returned */
export function findPlaces({
  words: { captions, mends },
  terms,
  since,
  most,
}: {
  readonly words: StoredWords;
  readonly terms: readonly GlossaryTerm[];
  /** Only places that start later, in seconds. */
  readonly since: number;
  readonly most: number;
}): GlossaryPlace[] {
  return glossaryPlaces(shownLines(linesOf(captions), mends), new GlossaryMatcher(terms))
    .filter(({ before }) => (before[0]?.start ?? 0) > since)
    .slice(0, most);
}
