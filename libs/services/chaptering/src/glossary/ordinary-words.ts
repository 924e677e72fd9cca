import { readFile } from 'node:fs/promises';
import wordListPath from 'word-list';

/** Looks words up in a dictionary of English, which is in order and has a word on each line. */
export class OrdinaryWords {
  private constructor(private readonly text: string) {}

  static async load(): Promise<OrdinaryWords> {
    return new OrdinaryWords(`${await readFile(wordListPath, 'latin1')}\n`);
  }

  /** @param word folded */
  has(word: string): boolean {
    if (word.length === 1) return true;
    let [low, high] = [0, this.text.length];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const from = this.text.lastIndexOf('\n', middle - 1) + 1;
      const to = this.text.indexOf('\n', from);
      const found = this.text.slice(from, to);
      if (found === word) return true;
      if (found < word) low = to + 1;
      else high = from;
    }
    return false;
  }
}
