import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { SortedLines } from './sorted-lines.ts';

/** An entry of the dictionary, which is a file of JavaScript: to run it takes ten times the memory. */
const entry = /^ {2}"([a-z]+)": "([A-Z0-9 ]+)",?$/;

/** How a dictionary of English, which has many names too, says words. */
export class SpokenWords {
  private static loaded?: Promise<SpokenWords>;

  private constructor(private readonly lines: SortedLines) {}

  static load(): Promise<SpokenWords> {
    this.loaded ??= readFile(fileURLToPath(import.meta.resolve('cmu-pronouncing-dictionary')), 'latin1').then(
      (text) => {
        const lines = text.split('\n').flatMap((line) => {
          const [, word, sounds] = entry.exec(line) ?? [];
          return word && sounds ? [`${word} ${sounds}`] : [];
        });
        return new SpokenWords(new SortedLines(`${lines.sort().join('\n')}\n`));
      },
    );
    return this.loaded;
  }

  /** The sounds of a folded word in ARPAbet with stress, such as `K AE1 T`; undefined for an unknown one. */
  soundsOf(word: string): string | undefined {
    return this.lines.find(word);
  }
}
