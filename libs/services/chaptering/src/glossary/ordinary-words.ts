import { readFile } from 'node:fs/promises';
import wordListPath from 'word-list';

/** Looks words up in a dictionary of English, which is in order and has a word on each line. */
export class OrdinaryWords {
  private static loaded?: Promise<OrdinaryWords>;

  private constructor(private readonly text: string) {}

  static load(): Promise<OrdinaryWords> {
    this.loaded ??= readFile(wordListPath, 'latin1').then((text) => new OrdinaryWords(`${text}\n`));
    return this.loaded;
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
