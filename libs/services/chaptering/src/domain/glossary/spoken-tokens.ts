import {
  foldWord,
  isUnspaced,
  placedCharacters,
  placedWords,
  plainSeparator,
  signsAt,
  type PlacedWord,
} from '@vault/contracts';
import { isUnclear } from '@vault/webvtt';
import type { Cue } from '../chapters/chapter.ts';

/**
 * A word in the text of a line, and what is between it and the next one. Of a word in a script without spaces each character
 * is one: the words of a name that was heard wrongly can be parted in several ways.
 */
export interface Token extends PlacedWord {
  /** Index of the line. */
  readonly line: number;
  /** As it is written. */
  readonly exact: string;
  /** What separates it from the next word; a new line is a space. Undefined where a name cannot go on. */
  readonly separator: string | undefined;
  /** The word without a possessive ’s; absent when it has none. */
  readonly bare?: PlacedWord;
  /** Signs after it that may be those of a name or of the sentence, such as `!`; may be empty. */
  readonly signs: string;
  /** Whether a word begins before the token, or goes on after it: no name begins or ends there. */
  readonly isInside: { readonly before: boolean; readonly after: boolean };
}

const possessive = /['’ʼ]s$/iu;

/** The words that are said in all lines, in order. Names may run from one line to the next one of the same speaker. */
export function tokensOf(lines: readonly Cue[]): Token[] {
  const placed = lines.map((line) => (isUnclear(line) ? [] : charactersOf(line.text)));
  return placed.flatMap((words, line) =>
    words.map((word, index): Token => {
      const { text } = lines[line] as Cue;
      const next = words[index + 1];
      const exact = text.slice(word.from, word.to);
      return {
        ...word,
        line,
        exact,
        separator: next
          ? separatorOf(text.slice(word.to, next.from), word, next)
          : separatorAfter(lines, placed, line),
        ...(possessive.test(exact) && { bare: bareOf(word, exact) }),
        signs: signsAt(text, word.to),
      };
    }),
  );
}

/** The words of a form of a term, with what is before each of them, as tokens are compared. */
export function wordsOfForm(text: string): { word: PlacedWord; separator: string | undefined }[] {
  const words = charactersOf(text);
  return words.map((word, index) => {
    const before = words[index - 1];
    return { word, separator: before && separatorOf(text.slice(before.to, word.from), before, word) };
  });
}

type Placed = PlacedWord & Pick<Token, 'isInside'>;

const whole = { before: false, after: false };

function charactersOf(text: string): Placed[] {
  return placedWords(text).flatMap((word) =>
    isUnspaced(word.folded)
      ? placedCharacters(text, word).map((part) => ({
          ...part,
          isInside: { before: part.from > word.from, after: part.to < word.to },
        }))
      : { ...word, isInside: whole },
  );
}

/** Spaces between characters of a script without spaces are no part of a name. */
function separatorOf(between: string, one: PlacedWord, next: PlacedWord): string {
  const areUnspaced = isUnspaced(one.folded) && isUnspaced(next.folded);
  return areUnspaced && between.trim() === '' ? '' : plainSeparator(between);
}

function bareOf({ from, to }: PlacedWord, exact: string): PlacedWord {
  return { folded: foldWord(exact.slice(0, -2)), from, to: to - 2 };
}

/** What is between the last word of a line and the first one of the next line. */
function separatorAfter(
  lines: readonly Cue[],
  placed: readonly (readonly PlacedWord[])[],
  line: number,
): string | undefined {
  const [own, next] = [lines[line], lines[line + 1]];
  const [last, first] = [placed[line]?.at(-1), placed[line + 1]?.[0]];
  if (!own || !next || !last || !first || own.speaker !== next.speaker) return undefined;
  return separatorOf(`${own.text.slice(last.to)}\n${next.text.slice(0, first.from)}`, last, first);
}
