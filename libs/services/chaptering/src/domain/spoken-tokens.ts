import { foldWord, placedWords, separatorBetween, type PlacedWord } from '@vault/contracts';
import type { Cue } from './chapter.ts';

/** A word in the text of a line, and what is between it and the next one. */
export interface Token extends PlacedWord {
  /** Index of the line. */
  readonly line: number;
  /** As it is written. */
  readonly exact: string;
  /** What separates it from the next word; a new line is a space. Undefined where a name cannot go on. */
  readonly separator: string | undefined;
  /** The word without a possessive ’s; absent when it has none. */
  readonly bare?: PlacedWord;
}

const possessive = /['’ʼ]s$/iu;

/** The words of all lines, in order. Names may run from one line to the next one of the same speaker. */
export function tokensOf(lines: readonly Cue[]): Token[] {
  const placed = lines.map(({ text }) => placedWords(text));
  return placed.flatMap((words, line) =>
    words.map((word, index): Token => {
      const { text } = lines[line] as Cue;
      const next = words[index + 1];
      const exact = text.slice(word.from, word.to);
      const separator = next ? separatorBetween(text, word, next) : separatorAfter(lines, placed, line);
      return {
        ...word,
        line,
        exact,
        separator,
        ...(possessive.test(exact) && { bare: bareOf(word, exact) }),
      };
    }),
  );
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
  return `${own.text.slice(last.to)}\n${next.text.slice(0, first.from)}`.replace(/\s+/gu, ' ');
}
