import type { Chapter } from './chapter.ts';
import { phrasebook } from './phrasebook.ts';

/** What the way a word is used in this recording tells of it. Words are compared in lower case. */
export interface WordClasses {
  /** −1 (used like a verb) … 1 (used like a noun); 0 when nothing is known. */
  nounness(word: string): number;
  /** The word as it is mostly written inside sentences. */
  cased(word: string): string;
}

interface Use {
  noun: number;
  verb: number;
  readonly forms: Map<string, number>;
}

/** A capital at the start of a sentence says nothing of the word; what is all one case says nothing either. */
const record = (use: Use, previous: string, written: string, before: ReadonlySet<string>[]): void => {
  if (before[0]!.has(previous)) use.noun++;
  if (before[1]!.has(previous)) use.verb++;
  use.forms.set(written, (use.forms.get(written) ?? 0) + 1);
};

const commonest = (forms: ReadonlyMap<string, number>): string | undefined => {
  let best: string | undefined;
  for (const [form, count] of forms) if (best === undefined || count > forms.get(best)!) best = form;
  return best;
};

/** Learns from all chapters of a recording how its words are used. */
export const classifyWords = (chapters: readonly Chapter[], language: string): WordClasses => {
  const book = phrasebook(language);
  const before = [book.beforeNoun as ReadonlySet<string>, book.beforeVerb];
  const uses = new Map<string, Use>();
  for (const { sentences } of chapters) {
    for (const { words } of sentences) {
      for (let i = 1; i < words.length; i++) {
        const key = words[i]!.text.toLowerCase();
        let use = uses.get(key);
        if (!use) uses.set(key, (use = { noun: 0, verb: 0, forms: new Map() }));
        record(use, words[i - 1]!.text.toLowerCase().replaceAll('’', "'"), words[i]!.text, before);
      }
    }
  }
  const cased = (word: string): string => {
    const use = uses.get(word.toLowerCase());
    return use ? (commonest(use.forms) ?? word) : word;
  };
  const nounness = (word: string): number => {
    const use = uses.get(word.toLowerCase());
    if (!use) return 0;
    const isNamed = /^\p{Lu}/u.test(cased(word));
    // German writes its nouns with a capital: the spelling decides where there is one.
    if (isNamed) return 1;
    if (language === 'de') return -0.5;
    return (use.noun - use.verb) / (use.noun + use.verb + 1);
  };
  return { nounness, cased };
};
