/** Grammatical endings, longest first, with the minimum length of the stem. */
const english: readonly (readonly [ending: string, replacement: string, minLength: number])[] = [
  ['sses', 'ss', 4],
  ['ies', 'y', 3],
  ['ing', '', 3],
  ['ed', '', 3],
  ['es', '', 4],
  ['s', '', 3],
];
const german: readonly string[] = ['ern', 'em', 'en', 'er', 'es', 'e', 's', 'n'];
/** Shorter German stems would be equal for different words. */
const minGerman = 4;

/** Removes a double consonant, so that "running" and "runs" both become "run". */
const undouble = (word: string): string =>
  word.at(-1) === word.at(-2) && !/[lsz]$/u.test(word) ? word.slice(0, -1) : word;

const withoutEnding = (word: string): string => {
  if (/(?:ss|us|is|eed)$/u.test(word)) return word;
  for (const [ending, replacement, minLength] of english) {
    if (!word.endsWith(ending)) continue;
    const remainder = word.slice(0, word.length - ending.length) + replacement;
    if (remainder.length < minLength || !/[aeiouy]/u.test(remainder)) continue;
    return ending === 'ing' || ending === 'ed' ? undouble(remainder) : remainder;
  }
  return word;
};

/** "makes", "making" and "make" all become "mak". */
const stemEnglish = (word: string): string => {
  const remainder = withoutEnding(word);
  return remainder.length > 3 && remainder.endsWith('e') ? remainder.slice(0, -1) : remainder;
};

const stemGerman = (word: string): string => {
  const folded = word.replaceAll('ä', 'a').replaceAll('ö', 'o').replaceAll('ü', 'u').replaceAll('ß', 'ss');
  const ending = german.find((each) => folded.endsWith(each) && folded.length - each.length >= minGerman);
  return ending === undefined ? folded : folded.slice(0, folded.length - ending.length);
};

/**
 * Reduces forms of a word to one stem, conservatively: words of different topics must stay different.
 *
 * @param word lower-case letters
 * @param language ISO 639-1; languages without rules keep the word as it is
 */
export const stem = (word: string, language: string): string => {
  if (language === 'en') return stemEnglish(word);
  if (language === 'de') return stemGerman(word);
  return word;
};
