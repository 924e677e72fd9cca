import type { Chapter } from '../transcript/chapter.ts';
import type { LanguageData } from '../language/language-data.ts';
import { hasCommaAfter } from '../transcript/sentences.ts';
import { highestWeight } from './phrase-ranking.ts';

/** A question that opens a chapter is asked within this time. */
const openingSeconds = 40;
const minWords = 3;
const maxWords = 9;
/** A word of the question has at least this share of the highest weight of the chapter. */
const minWeightShare = 0.5;

const isTopicOf = (chapter: Chapter, data: LanguageData): ((word: string) => boolean) => {
  const least = minWeightShare * highestWeight(chapter);
  return (word) => chapter.weightOf(word) >= least && !data.genericNouns.has(word);
};

/** The short question that opens a chapter and can be understood alone: "What is set reconciliation?". */
export const openingQuestion = (chapter: Chapter, data: LanguageData): string | undefined => {
  for (const sentence of chapter.sentences) {
    if (chapter.secondsTo(sentence.firstCue) > openingSeconds) return undefined;
    if (sentence.isUnsure || !sentence.text.endsWith('?')) continue;
    const words = sentence.words.map(({ folded }) => folded);
    const isVerb = (i: number): boolean =>
      data.auxiliaries.has(words[i] ?? '') || data.finiteVerbs.has(words[i] ?? '');
    for (let i = Math.max(0, words.length - maxWords); i <= words.length - minWords; i++) {
      const word = words[i] ?? '';
      const startsClause = i === 0 || data.openers.has(words[i - 1] ?? '') || hasCommaAfter(sentence, i - 1);
      if (!data.titleQuestions.has(word) || !startsClause) continue;
      const rest = words.slice(i);
      const text = sentence.text.slice(sentence.words[i]?.at);
      const hasVerb = word.endsWith("'s") || isVerb(i + 1) || isVerb(i + 2);
      const isWhole = !/[,;:~–—]/u.test(text) && new Set(rest).size === rest.length;
      const isClear = !rest.some((each) => data.questionReferences.has(each) || data.hesitations.has(each));
      if (hasVerb && isWhole && isClear && rest.some(isTopicOf(chapter, data))) return text;
    }
  }
  return undefined;
};
