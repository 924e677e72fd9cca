import { foldText } from '@vault/contracts';

/** About 200 tokens, which is what models like Whisper read. */
const maxCharacters = 800;

/** The first names of a glossary in alphabetical order, as many as a recogniser reads. */
export function hintsOf(terms: readonly { readonly term: string }[]): string[] {
  const names = [...new Set(terms.map(({ term }) => term))];
  const keyed = names.map((name) => ({ name, key: foldText(name) }));
  keyed.sort((one, other) =>
    one.key < other.key ? -1 : one.key > other.key ? 1 : one.name < other.name ? -1 : 1,
  );
  const hints: string[] = [];
  let length = 0;
  for (const { name } of keyed) {
    length += name.length + (hints.length > 0 ? ', '.length : 0);
    if (length > maxCharacters) break;
    hints.push(name);
  }
  return hints;
}
