import { entryAt } from '../language/entry-at.ts';
import type { Chapter } from '../transcript/chapter.ts';
import type { LanguageData } from '../language/language-data.ts';
import type { Sentence } from '../transcript/sentences.ts';
import { fold, isJoined } from '../language/words.ts';

/** The part that a word can have in a noun phrase; `other` words are not in one. */
export type WordKind = 'noun' | 'gerund' | 'modifier' | 'participle' | 'number' | 'other';

/** How words are used in this recording. Words are compared in lower case. */
export interface WordClasses {
  kindOf(word: string): WordKind;
  /** Written with a capital inside sentences: a name, or a German noun. */
  isCapital(word: string): boolean;
  /** A name; of German nouns, which all have a capital, an acronym or one that is put together of several words. */
  isName(word: string): boolean;
  /** The word in its most frequent case inside sentences. */
  cased(word: string): string;
}

interface Use {
  noun: number;
  modifier: number;
  verb: number;
  readonly forms: Map<string, number>;
}

/** A German noun with so many letters is mostly one of several words, unless it has one of these endings. */
const compoundLetters = 10;
const abstract = /(?:ung|keit|heit|schaft|ion|nis|ment|ismus|tät)(?:s|e|en|se)?$/u;
const acronymPattern = /^\p{Lu}[\p{Lu}\p{N}]+s?$/u;

/** Counts one use of a word: as a verb, before a noun, or at the end of a noun phrase. */
const record = (use: Use, sentence: Sentence, i: number, chapter: Chapter, data: LanguageData): void => {
  const [previous, word, next] = [sentence.words[i - 1], entryAt(sentence.words, i), sentence.words[i + 1]];
  use.forms.set(word.text, (use.forms.get(word.text) ?? 0) + 1);
  const before = previous && isJoined(sentence.text, previous, word) ? previous.folded : '';
  const after = next && isJoined(sentence.text, word, next) ? next.folded : '';
  if (data.beforeVerb.has(before) || data.determiners.has(after) || data.beforeNounOnly.has(after))
    use.verb++;
  else if (chapter.weightOf(after) > 0) use.modifier++;
  // "The most efficient way": generic nouns are often stop words.
  else if (data.genericNouns.has(after) && data.modifierEnding.test(word.folded)) use.modifier++;
  else if (data.beforeNoun.has(before)) use.noun++;
  else if (chapter.weightOf(before) > 0) use.noun += 0.5;
};

const readUses = (chapters: readonly Chapter[], data: LanguageData): Map<string, Use> => {
  const uses = new Map<string, Use>();
  for (const chapter of chapters) {
    for (const sentence of chapter.sentences) {
      // A capital at the start of a sentence has no meaning.
      for (let i = 1; i < sentence.words.length; i++) {
        const key = entryAt(sentence.words, i).folded;
        let use = uses.get(key);
        if (!use) uses.set(key, (use = { noun: 0, modifier: 0, verb: 0, forms: new Map() }));
        record(use, sentence, i, chapter, data);
      }
    }
  }
  return uses;
};

/** The key that was counted most often; the earlier one of equal ones. */
export const mostFrequent = (counts: ReadonlyMap<string, number>): string | undefined => {
  let best: string | undefined;
  for (const [key, count] of counts) if (best === undefined || count > (counts.get(best) ?? 0)) best = key;
  return best;
};

const cache = <Value extends string>(compute: (word: string) => Value): ((word: string) => Value) => {
  const values = new Map<string, Value>();
  return (word) => {
    let value = values.get(word);
    if (value === undefined) values.set(word, (value = compute(word)));
    return value;
  };
};

/** The kind of an English word in lower case. */
const englishKind = (word: string, use: Use | undefined, data: LanguageData): WordKind => {
  const { noun, modifier, verb } = use ?? { noun: 0, modifier: 0, verb: 0 };
  if (data.vague.has(word)) return 'other';
  if (/(?<!fami|assemb|rep|supp|anoma|monopo|ju|ita)ly$/u.test(word) || verb > noun + modifier)
    return 'other';
  const isNoun = noun + modifier > 2 * verb + 1;
  // "The sender decides": a verb in -s, unless it is used again.
  const isVerb = data.verbs.has(word) || data.finiteVerbs.has(word);
  const isRareVerb = noun + modifier < 2 && word.endsWith('s') && data.verbs.has(word.slice(0, -1));
  if (!isNoun && (isVerb || isRareVerb)) return 'other';
  if (/.{3}ing$/u.test(word)) return 'gerund';
  if (/.{2}ed$/u.test(word)) return 'participle';
  const isAdjective = data.modifierEnding.test(word) ? noun <= modifier : modifier > 1 && noun === 0;
  return isAdjective ? 'modifier' : 'noun';
};

/** Learns from all chapters of a recording how its words are used. */
export const classifyWords = (
  chapters: readonly Chapter[],
  language: string,
  data: LanguageData,
): WordClasses => {
  const uses = readUses(chapters, data);
  const cased = cache((word) => mostFrequent(uses.get(fold(word))?.forms ?? new Map()) ?? word);
  const isCapital = (word: string): boolean => uses.has(fold(word)) && /^\p{Lu}/u.test(cased(word));
  const isName = (word: string): boolean => {
    const folded = fold(word);
    if (!isCapital(word) || data.genericNouns.has(folded)) return false;
    if (language !== 'de' || /\p{Lu}.*\p{Lu}/u.test(word)) return true;
    return word.length >= compoundLetters && !abstract.test(folded);
  };
  const classify = (word: string): WordKind => {
    const folded = fold(word);
    if (/^\p{N}+$/u.test(word)) return 'number';
    if (data.fillers.has(folded) || data.connectives.has(folded)) return 'other';
    if (data.commonModifiers.has(folded)) return 'modifier';
    if (data.commonNouns.has(folded)) return 'noun';
    if (acronymPattern.test(word) && acronymPattern.test(cased(word))) return 'noun';
    const isTerm = chapters.some((chapter) => chapter.weightOf(word) > 0);
    if (!isTerm || /'(?!s$)/u.test(folded)) return 'other';
    if (isCapital(word)) return 'noun';
    if (language === 'en') return englishKind(folded, uses.get(folded), data);
    // German nouns are capitalised.
    if (language === 'de') return data.modifierEnding.test(folded) ? 'modifier' : 'other';
    return 'noun';
  };
  return { kindOf: cache(classify), isCapital, isName, cased };
};
