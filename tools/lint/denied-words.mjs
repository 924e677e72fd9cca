/** Metaphors that lint refuses; use the terms of `docs/glossary.md`. */
const denied = new Set(
  (
    'bell breather deed deeds everyday ground haystack hears lying neighbour neighbours news obey obeyed obeying obeys ' +
    'pinned pins shelf shelves terrain told twin twins wish wished wishes'
  ).split(' '),
);

/**
 * Yields the denied words of a text with their offsets. Parts of camelCase names count as words.
 * @param {string} text
 * @returns {Generator<{ word: string, index: number }>}
 */
export function* deniedWords(text) {
  for (const { 0: word, index } of text.matchAll(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g)) {
    if (denied.has(word.toLowerCase())) yield { word, index };
  }
}
