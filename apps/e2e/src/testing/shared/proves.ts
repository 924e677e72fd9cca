/**
 * The title of a test that proves several sentences of a requirement document, each quoted literally. A single sentence
 * can be the title, or part of it, without this function.
 */
export function proves(...sentences: readonly string[]): string {
  return sentences.join(' · ');
}
