import { readFile } from 'node:fs/promises';
import wordListPath from 'word-list';
import { SortedLines } from './sorted-lines.ts';

/** Looks words up in a dictionary of English, which is in order and has a word on each line. */
export class OrdinaryWords {
  private static loaded?: Promise<OrdinaryWords>;

  private constructor(private readonly lines: SortedLines) {}

  static load(): Promise<OrdinaryWords> {
    this.loaded ??= readFile(wordListPath, 'latin1').then(
      (text) => new OrdinaryWords(new SortedLines(`${text}\n`)),
    );
    return this.loaded;
  }

  /** @param word folded */
  has(word: string): boolean {
    return word.length === 1 || this.lines.find(word) !== undefined;
  }
}
