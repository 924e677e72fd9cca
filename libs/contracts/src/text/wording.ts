import { foldSpelling, isAscii, withPlainMarks } from './fold-text.ts';

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

const anyLetter = String.raw`[\p{L}\p{N}\p{M}]`;
/** Of a script that has no spaces between words: Chinese, Japanese, Thai, Lao, Khmer, Burmese. */
const unspaced = String.raw`(?=${anyLetter})[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmr}\p{scx=Mymr}]`;
const spaced = `(?!${unspaced})${anyLetter}`;
const unseen = String.raw`[\u00AD\u200B\u200D\u2060\uFEFF]`;
const apostrophe = "['’ʼʻ‘‛′´＇]";
/** Signs that belong to the name that they follow, such as C++ and C#, unless it goes on: 1+1. */
const signsAfter = `(?:[+#＋＃]+(?!${spaced}))?`;
/** The dot before a name, such as .NET: not one that ends words before it, and not an ellipsis. */
const dotBefore = String.raw`(?:(?<![^\s"'“‘(（「](?<!${unspaced}))\.(?=\p{L}))?`;
const wordPattern = new RegExp(
  String.raw`(?:${unspaced}(?:\p{M}|${unseen}(?=${unspaced}))*)+` +
    `|${dotBefore}(?:${spaced})+(?:(?:${apostrophe}|${unseen}{1,2})(?:${spaced})+)*${signsAfter}`,
  'gu',
);
const unspacedLetter = new RegExp(unspaced, 'u');
const letterInWord = new RegExp(`${anyLetter}|_`, 'u');
/** Most signs after a name. */
const maxSigns = 3;
const words = new Intl.Segmenter('en', { granularity: 'word' });
const characters = new Intl.Segmenter('en');

/** The words of a text as it is, with their positions. */
export function placedWords(text: string): PlacedWord[] {
  return [...text.matchAll(wordPattern)].flatMap(({ 0: found, index }) =>
    isUnspaced(found) ? partsOf(found, index, words) : [placed(found, index)],
  );
}

function partsOf(run: string, offset: number, segmenter: Intl.Segmenter): PlacedWord[] {
  return Array.from(segmenter.segment(run), ({ segment, index }) => placed(segment, offset + index));
}

function placed(word: string, from: number): PlacedWord {
  return { folded: foldWord(word), from, to: from + word.length };
}

/** The characters of a word of a text, as words. */
export function placedCharacters(text: string, { from, to }: PlacedWord): PlacedWord[] {
  return partsOf(text.slice(from, to), from, characters);
}

/** Whether a word is of a script without spaces. */
export function isUnspaced(word: string): boolean {
  return !isAscii(word) && unspacedLetter.test(word);
}

/** Whether words may begin and end at an offset into a text: it is not between two letters of one word. */
export function wordEdges(text: string): (at: number) => boolean {
  let edges: ReadonlySet<number> | undefined;
  return (at) => {
    const [before, after] = [lastCharacter(text, at), characterAt(text, at)];
    if (!letterInWord.test(before) || !letterInWord.test(after)) return true;
    if (!unspacedLetter.test(before) && !unspacedLetter.test(after)) return false;
    edges ??= new Set(Array.from(words.segment(text), ({ index }) => index));
    return edges.has(at);
  };
}

function characterAt(text: string, at: number): string {
  return String.fromCodePoint(text.codePointAt(at) ?? 0);
}

function lastCharacter(text: string, at: number): string {
  return Array.from(text.slice(Math.max(0, at - 2), at)).at(-1) ?? '';
}

/** Signs after a word that may belong to a name, such as Yahoo!, or to the sentence; empty when there are none. */
export function signsAt(text: string, at: number): string {
  if (!/[!！]/.test(text.charAt(at))) return '';
  const signs = /^[!！]*/.exec(text.slice(at, at + maxSigns))?.[0] ?? '';
  return signs.replaceAll('！', '!');
}

/** Removes differences of case, Unicode form, sharp s and apostrophes; accents stay. */
export function foldWord(word: string): string {
  return foldSpelling(word).replaceAll("'", '');
}

/** What separates two words; line breaks are spaces. */
export function separatorBetween(text: string, one: PlacedWord, next: PlacedWord): string {
  return plainSeparator(text.slice(one.to, next.from));
}

/** What is between two words, as it is compared. */
export function plainSeparator(text: string): string {
  return text === ' ' ? text : withPlainMarks(text).replace(/\s+/gu, ' ');
}

/** From the first to the last word, without punctuation around them, but with the signs of a name, such as Yahoo!. */
export function wordingOf(text: string): Wording {
  const all = placedWords(text);
  const signs = signsAt(text, all.at(-1)?.to ?? 0);
  const join = (write: (word: PlacedWord) => string) =>
    all
      .map((word, index) => {
        const before = all[index - 1];
        return (before ? separatorBetween(text, before, word) : '') + write(word);
      })
      .join('') + signs;
  return {
    words: all,
    folded: join(({ folded }) => folded),
    exact: join(({ from, to }) => text.slice(from, to).normalize('NFC')),
  };
}
