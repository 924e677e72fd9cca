import type { Cue } from '../chapters/chapter.ts';
import { GlossaryMatcher } from '../glossary/glossary-matcher.ts';
import { glossaryPlaces, withPlaces } from '../glossary/glossary-places.ts';
import type { GlossaryTerm } from '../glossary/glossary-term.ts';
import {
  isOverlayTooLarge,
  mendsBetween,
  presentLines,
  type Mend,
} from '../transcript/transcript-overlay.ts';

/** An overlay with terms of a glossary, and how many lines they are in. */
export interface Corrections {
  readonly mends: Mend[];
  readonly glossaryApplied: number;
}

/** The recognised lines with terms in place of their wrong forms; undefined where there are none. Lines of people stay. */
export function correctWords({
  mends: before,
  recognised,
  terms,
}: {
  readonly mends: readonly Mend[];
  readonly recognised: readonly Cue[];
  readonly terms: readonly GlossaryTerm[];
}): Corrections | undefined {
  const ofPeople = new Set(before.flatMap(({ lines }) => lines));
  const present = presentLines(recognised, before);
  const places = glossaryPlaces(present, new GlossaryMatcher(terms)).filter(
    (place) => !place.before.some((line) => ofPeople.has(line)),
  );
  const mends = mendsBetween(recognised, withPlaces(present, places));
  if (places.length === 0 || isOverlayTooLarge(mends)) return undefined;
  return { mends, glossaryApplied: places.reduce((sum, place) => sum + place.before.length, 0) };
}
