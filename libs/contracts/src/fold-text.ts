/**
 * What two texts have in common when only their case, or the way their accents are written, differs. Keywords and texts
 * are folded by this alone. An accent is part of its letter: é is found as é, composed or not, and never as e.
 */
export function foldText(text: string): string {
  // The one lower-case letter that depends on its place: the end of a keyword need not be the end of a word.
  return text.toLowerCase().replaceAll('ς', 'σ').normalize('NFC');
}
