import { entryAt } from '../language/entry-at.ts';
import type { Chapter } from '../transcript/chapter.ts';
import { languageData, type LanguageData } from '../language/language-data.ts';
import type { Sentence } from '../transcript/sentences.ts';
import { isJoined } from '../language/words.ts';

/** How words are used in this recording. Words are compared in lower case. */
export interface WordClasses {
  /** −1 (used like a verb) … 1 (used like a noun at the end of a phrase); 0 when unknown. */
  nounScore(word: string): number;
  /** Written with a capital inside sentences: a name, or a German noun. */
  isCapital(word: string): boolean;
  /** The word in its most frequent case inside sentences. */
  cased(word: string): string;
}

interface Use {
  head: number;
  other: number;
  readonly forms: Map<string, number>;
}

/** Counts one use of a word: at the end of a noun phrase, before a noun, or as a verb. */
const record = (use: Use, sentence: Sentence, i: number, chapter: Chapter, data: LanguageData): void => {
  const [previous, word, next] = [sentence.words[i - 1], entryAt(sentence.words, i), sentence.words[i + 1]];
  use.forms.set(word.text, (use.forms.get(word.text) ?? 0) + 1);
  const before = previous?.text.toLowerCase().replaceAll('’', "'") ?? '';
  const after = next && isJoined(sentence.text, word, next) ? next.text.toLowerCase() : '';
  if (data.beforeVerb.has(before) || data.beforeNounOnly.has(after)) use.other++;
  else if (after !== '' && chapter.weightOf(after) > 0) use.other += 0.5;
  else if (data.beforeNoun.has(before)) use.head++;
  else if (previous && chapter.weightOf(previous.text) > 0) use.head += 0.5;
};

const mostFrequent = (forms: ReadonlyMap<string, number>): string | undefined => {
  let best: string | undefined;
  for (const [form, count] of forms) if (best === undefined || count > (forms.get(best) ?? 0)) best = form;
  return best;
};

/** Learns from all chapters of a recording how its words are used. */
export const classifyWords = (chapters: readonly Chapter[], language: string): WordClasses => {
  const data = languageData(language);
  const uses = new Map<string, Use>();
  for (const chapter of chapters) {
    for (const sentence of chapter.sentences) {
      // A capital at the start of a sentence has no meaning.
      for (let i = 1; i < sentence.words.length; i++) {
        const key = entryAt(sentence.words, i).text.toLowerCase();
        let use = uses.get(key);
        if (!use) uses.set(key, (use = { head: 0, other: 0, forms: new Map() }));
        record(use, sentence, i, chapter, data);
      }
    }
  }
  const cased = (word: string): string => {
    const use = uses.get(word.toLowerCase());
    return use ? (mostFrequent(use.forms) ?? word) : word;
  };
  const isCapital = (word: string): boolean => uses.has(word.toLowerCase()) && /^\p{Lu}/u.test(cased(word));
  const nounScore = (word: string): number => {
    const use = uses.get(word.toLowerCase());
    if (!use) return 0;
    if (isCapital(word)) return 1;
    // German nouns are capitalised.
    if (language === 'de') return -1;
    if (language === 'en' && /(?:ed|ly)$/u.test(word)) return -1;
    return (use.head - use.other) / (use.head + use.other + 1);
  };
  return { nounScore, isCapital, cased };
};
