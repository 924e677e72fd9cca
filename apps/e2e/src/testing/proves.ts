/**
 * The title of a test that proves several sentences of a product document, each given word for word. One sentence
 * alone may simply be the title, or stand in it.
 */
export function proves(...sentences: readonly string[]): string {
  return sentences.join(' · ');
}
