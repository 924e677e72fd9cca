/** A word of a text, with its position. */
export interface PlacedWord {
  /** For comparison. */
  readonly folded: string;
  /** Offsets into the text. */
  readonly from: number;
  readonly to: number;
}

/** Some words as they are compared: two texts with the same keys are the same words. */
export interface Wording {
  readonly words: readonly PlacedWord[];
  /** The folded words with what is between them. */
  readonly folded: string;
  /** The words as they are written with what is between them. */
  readonly exact: string;
}

const wordPattern = /[\p{L}\p{N}\p{M}]+(?:['’ʼ][\p{L}\p{N}]+)*/gu;
const dashes = /[\u2010-\u2015\u2212]/gu;

/** The words of a text as it is, with their positions. */
export function placedWords(text: string): PlacedWord[] {
  return [...text.matchAll(wordPattern)].map(({ 0: word, index: from }) => ({
    folded: foldWord(word),
    from,
    to: from + word.length,
  }));
}

/** Removes differences of case, Unicode form, sharp s and apostrophes; accents stay. */
export function foldWord(word: string): string {
  return word.normalize('NFKC').toLowerCase().replace(/['’ʼ]/g, '').replace(/ß/g, 'ss');
}

/** What separates two words; line breaks are spaces. */
export function separatorBetween(text: string, one: PlacedWord, next: PlacedWord): string {
  return text.slice(one.to, next.from).replace(/\s+/gu, ' ').replace(dashes, '-');
}

/** From the first to the last word, without punctuation around them. */
export function wordingOf(text: string): Wording {
  const words = placedWords(text);
  const join = (write: (word: PlacedWord) => string) =>
    words
      .map((word, index) => {
        const before = words[index - 1];
        return (before ? separatorBetween(text, before, word) : '') + write(word);
      })
      .join('');
  return {
    words,
    folded: join(({ folded }) => folded),
    exact: join(({ from, to }) => text.slice(from, to).normalize('NFC')),
  };
}
