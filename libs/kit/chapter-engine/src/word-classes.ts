import { entryAt } from './entry-at.ts';
import type { Chapter } from './chapter.ts';
import { phrasebook, type Phrasebook } from './phrasebook.ts';
import type { Sentence } from './sentences.ts';
import { isJoined } from './words.ts';

/** What the way a word is used in this recording tells of it. Words are compared in lower case. */
export interface WordClasses {
  /** −1 (used like a verb) … 1 (used like a noun that ends its phrase); 0 when nothing is known. */
  nounness(word: string): number;
  /** Written with a capital inside sentences: a name, or a German noun. */
  isCapital(word: string): boolean;
  /** The word as it is mostly written inside sentences. */
  cased(word: string): string;
}

interface Use {
  head: number;
  other: number;
  readonly forms: Map<string, number>;
}

/** One use of a word: does it end a noun phrase, lead on to a noun, or act as a verb? */
const record = (use: Use, sentence: Sentence, i: number, chapter: Chapter, book: Phrasebook): void => {
  const [previous, word, next] = [sentence.words[i - 1], entryAt(sentence.words, i), sentence.words[i + 1]];
  use.forms.set(word.text, (use.forms.get(word.text) ?? 0) + 1);
  const before = previous?.text.toLowerCase().replaceAll('’', "'") ?? '';
  const after = next && isJoined(sentence.text, word, next) ? next.text.toLowerCase() : '';
  if (book.beforeVerb.has(before) || book.beforeNounOnly.has(after)) use.other++;
  else if (after !== '' && chapter.weightOf(after) > 0) use.other += 0.5;
  else if (book.beforeNoun.has(before)) use.head++;
  else if (previous && chapter.weightOf(previous.text) > 0) use.head += 0.5;
};

const commonest = (forms: ReadonlyMap<string, number>): string | undefined => {
  let best: string | undefined;
  for (const [form, count] of forms) if (best === undefined || count > (forms.get(best) ?? 0)) best = form;
  return best;
};

/** Learns from all chapters of a recording how its words are used. */
export const classifyWords = (chapters: readonly Chapter[], language: string): WordClasses => {
  const book = phrasebook(language);
  const uses = new Map<string, Use>();
  for (const chapter of chapters) {
    for (const sentence of chapter.sentences) {
      // A capital at the start of a sentence says nothing of the word.
      for (let i = 1; i < sentence.words.length; i++) {
        const key = entryAt(sentence.words, i).text.toLowerCase();
        let use = uses.get(key);
        if (!use) uses.set(key, (use = { head: 0, other: 0, forms: new Map() }));
        record(use, sentence, i, chapter, book);
      }
    }
  }
  const cased = (word: string): string => {
    const use = uses.get(word.toLowerCase());
    return use ? (commonest(use.forms) ?? word) : word;
  };
  const isCapital = (word: string): boolean => uses.has(word.toLowerCase()) && /^\p{Lu}/u.test(cased(word));
  const nounness = (word: string): number => {
    const use = uses.get(word.toLowerCase());
    if (!use) return 0;
    if (isCapital(word)) return 1;
    // German writes its nouns with a capital.
    if (language === 'de') return -1;
    if (language === 'en' && /(?:ed|ly)$/u.test(word)) return -1;
    return (use.head - use.other) / (use.head + use.other + 1);
  };
  return { nounness, isCapital, cased };
};
