/** Endings that carry grammar and not topic, longest first. */
const ENGLISH: readonly (readonly [ending: string, replacement: string])[] = [
  ['ies', 'y'],
  ['sses', 'ss'],
  ['ing', ''],
  ['ed', ''],
  ['es', ''],
  ['s', ''],
];
const GERMAN: readonly string[] = ['ern', 'em', 'en', 'er', 'es', 'e', 's', 'n'];

/** Shorter stems would throw unlike words together. */
const SHORTEST_STEM = 4;

const stemEnglish = (word: string): string => {
  if (word.endsWith('ss') || word.endsWith('us') || word.endsWith('is')) return word;
  for (const [ending, replacement] of ENGLISH) {
    const length = word.length - ending.length + replacement.length;
    if (word.endsWith(ending) && length >= SHORTEST_STEM - (ending === 's' ? 1 : 0)) {
      return undouble(word.slice(0, word.length - ending.length) + replacement, ending);
    }
  }
  return word.endsWith('e') && word.length > SHORTEST_STEM ? word.slice(0, -1) : word;
};

/** "running" and "runs" meet at "run"; "making" and "makes" at "mak". */
const undouble = (stem: string, ending: string): string => {
  if (ending !== 'ing' && ending !== 'ed') return stem;
  const last = stem.at(-1) ?? '';
  return stem.at(-2) === last && !'lsz'.includes(last) ? stem.slice(0, -1) : stem;
};

const stemGerman = (word: string): string => {
  const folded = word.replaceAll('ä', 'a').replaceAll('ö', 'o').replaceAll('ü', 'u').replaceAll('ß', 'ss');
  const ending = GERMAN.find((each) => folded.endsWith(each) && folded.length - each.length >= SHORTEST_STEM);
  return ending === undefined ? folded : folded.slice(0, folded.length - ending.length);
};

/**
 * Folds the forms of a word together, lightly: two words of one topic should meet, two topics should not.
 *
 * @param word lower-case letters
 * @param language ISO 639-1; languages without rules keep the word as it is
 */
export const stem = (word: string, language: string): string => {
  if (language === 'en') return stemEnglish(word);
  if (language === 'de') return stemGerman(word);
  return word;
};
