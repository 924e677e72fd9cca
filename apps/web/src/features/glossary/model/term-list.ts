import { foldText } from '@vault/contracts';
import type { GlossaryTerm } from '@vault/contracts';

const byName = (one: GlossaryTerm, other: GlossaryTerm) => one.term.localeCompare(other.term);

/** The ids of terms in alphabetical order. */
export function alphabetical(terms: readonly GlossaryTerm[]): string[] {
  return [...terms].sort(byName).map(({ id }) => id);
}

/** The terms in a known order, so that a row does not move while it is edited; before them those that are new, the last first. */
export function inOrder(terms: readonly GlossaryTerm[], order: readonly string[]): GlossaryTerm[] {
  const places = new Map(order.map((id, place) => [id, place]));
  const placeOf = ({ id }: GlossaryTerm) => places.get(id) ?? -1;
  return [...terms].reverse().sort((one, other) => placeOf(one) - placeOf(other));
}

/** The terms that contain a keyword, or have a wrong form that does. */
export function withKeyword(terms: readonly GlossaryTerm[], keyword: string): readonly GlossaryTerm[] {
  const folded = foldText(keyword.trim());
  if (folded === '') return terms;
  return terms.filter(({ term, wrongForms }) =>
    [term, ...wrongForms].some((text) => foldText(text).includes(folded)),
  );
}

/** The wrong forms in a typed text, which separates them by commas, semicolons or line breaks; each once. */
export function typedForms(text: string): string[] {
  const forms = text.split(/[,;\n]/).map((form) => form.replace(/\s+/g, ' ').trim());
  return [...new Set(forms.filter((form) => form !== ''))];
}
