/** Letters that Unicode does not decompose, as people type them without their own keyboard. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ð: 'd',
  đ: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ŋ: 'n',
  ø: 'o',
  ŧ: 't',
  ĸ: 'k',
  ς: 'σ',
  '⁄': '/',
};
const plainLetter = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g');
/** Soft hyphens, marks of direction, and other characters that nobody sees or types. */
const unseen =
  /[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]|[\uFE00-\uFE0F]/g;
const singleQuotes = /[\u00B4\u02B9\u02BB-\u02BD\u02C8\u2018-\u201B\u2032\u2035\u2039\u203A\uFF07]/g;
const doubleQuotes = /[\u00AB\u00BB\u02BA\u201C-\u201F\u2033\u2036\u300C-\u300F\u301D-\u301F\uFF02]/g;
const dashes = /[\u2010-\u2015\u2043\u207B\u208B\u2212\uFE58\uFE63\uFF0D]/g;
/** Accents. Of Cyrillic, й and ў are letters of their own; vowel signs of other scripts are not accents. */
const accents = /(?<![иу])\u0306|[\u0300-\u0305\u0307-\u036F]/g;

/** Most words are, and nothing is to be folded but their case. */
export function isAscii(text: string): boolean {
  return !/[^\0-\x7F]/.test(text);
}

/** A text with the marks of a keyboard for typographic quotes and dashes, and without what nobody sees. */
export function withPlainMarks(text: string): string {
  if (isAscii(text)) return text;
  return text.replace(unseen, '').replace(singleQuotes, "'").replace(doubleQuotes, '"').replace(dashes, '-');
}

/** Unicode's limit of a run of marks in texts for streams: normalising a longer one takes time with its square. */
const longRuns = /(\p{M}{30})\p{M}+/gu;

function withShortRuns(text: string): string {
  return text.replace(longRuns, '$1');
}

function decomposed(run: string): string {
  // Decomposition turns some marks into others, and ´ into a space.
  return withPlainMarks(withPlainMarks(withShortRuns(run).normalize('NFC')).normalize('NFKD'));
}

function foldRun(run: string): string {
  return decomposed(run)
    .toLowerCase()
    .replace(accents, '')
    .replace(plainLetter, (letter) => plainLetters[letter] ?? letter)
    .normalize('NFC');
}

/**
 * Folds a text to what a person would type: without case, accents, ligatures, widths and typographic marks, so that
 * texts can be searched and compared. Use it for both keywords and texts. Only runs outside of ASCII need work.
 */
export function foldText(text: string): string {
  return text.toLowerCase().replace(/[^\0-\x7F]+/g, foldRun);
}

/** As {@link foldText}, but accents stay, and so do letters with one of their own: a name is spelled with them. */
export function foldSpelling(text: string): string {
  const lower = text.toLowerCase();
  if (isAscii(lower)) return lower;
  return decomposed(lower).toLowerCase().replaceAll('ß', 'ss').normalize('NFC');
}

/** Folds only case and Unicode composition: texts that are then equal are spelled alike. */
export function foldCase(text: string): string {
  // Final sigma: the end of a keyword is not always the end of a word, so both forms become σ.
  return withShortRuns(text.toLowerCase().replaceAll('ς', 'σ')).normalize('NFC');
}
