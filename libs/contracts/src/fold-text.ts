/**
 * Normalises case and Unicode composition, so that texts can be compared. Use it for both keywords and texts. Accents
 * are kept: é matches é, composed or decomposed, and never e.
 */
export function foldText(text: string): string {
  // Final sigma: the end of a keyword is not always the end of a word, so both forms become σ.
  return text.toLowerCase().replaceAll('ς', 'σ').normalize('NFC');
}
