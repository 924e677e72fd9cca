import { entryAt } from '../language/entry-at.ts';
import type { Chapter } from '../transcript/chapter.ts';
import type { LanguageData } from '../language/language-data.ts';
import { hasCommaAfter, type Sentence } from '../transcript/sentences.ts';
import type { Transcript } from '../transcript/transcript.ts';
import { Defect, isUnfinished, defectInside } from './sentence-defects.ts';

/** The minimum words of a quote. */
export const minQuoteWords = 8;
/** Quotes with fewer words rarely say enough. */
const fewWords = 12;
/** The maximum words of a quote. */
export const maxQuoteWords = 50;

/** Longer sentences are none that a person said: they are not assessed. */
const maxAssessedWords = 300;

/** The maximum sentences that introduce a question. */
const maxQuestionLead = 3;

/** The defects of a sentence as part of a quote, as values of `Defect`. */
export interface SentenceDefects {
  /** When it is inside a quote. */
  readonly inside: number;
  /** When it is the start of a quote. */
  readonly first: number;
  /** The offset at which such a quote starts: after openers such as "And so, well, ...". */
  readonly from: number;
}

const foldedWords = (sentence: Sentence): string[] => sentence.words.map(({ folded }) => folded);

const defectOfStart = (sentence: Sentence, words: readonly string[], data: LanguageData): number => {
  const [first = '', second = '', third = ''] = words;
  const continuesQuestion = data.questionWords.has(first) && !sentence.text.includes(',');
  if (first === 'of' && second !== 'course') return Defect.open;
  // "I think was the best of them."
  if (data.nominatives.has(first) && data.reportingVerbs.has(second) && data.auxiliaries.has(third))
    return Defect.open;
  // "Figures out what it is."
  if (/[^s]s$/u.test(first) && data.particles.has(second)) return Defect.open;
  const isVerb = data.auxiliaries.has(first) || (data.finiteVerbs.has(first) && !data.imperatives.has(first));
  const isOpen = data.connectives.has(first) || isVerb || continuesQuestion;
  if (/^[^\s\daio]\s/iu.test(sentence.text)) return Defect.open;
  if (isOpen || (data.continuations.has(first) && !data.references.has(first))) return Defect.open;
  const isDependent = data.references.has(first) || data.connectives.has(second);
  if (/ing$/u.test(first) && !words.some((word) => data.auxiliaries.has(word))) return Defect.open;
  const greets = data.greetings.has(first) || data.farewells.has(first);
  return isDependent || greets ? Defect.light : Defect.none;
};

/** Whether a sentence continues an unfinished one. */
const continues = (before: Sentence | undefined, sentence: Sentence, data: LanguageData): boolean =>
  before !== undefined &&
  before.speaker === sentence.speaker &&
  (!before.isWhole ||
    /(?:\.\.|…|[—–-])["'”’»)\]]*$/u.test(before.text) ||
    isUnfinished(foldedWords(before), data));

/** Whether a sentence introduces a question with which the speaker hands over. */
const introducesQuestion = (sentences: readonly Sentence[], i: number): boolean => {
  const { speaker } = entryAt(sentences, i);
  if (speaker === undefined) return false;
  const after = sentences.slice(i + 1, i + 2 + maxQuestionLead);
  const end = after.findIndex((each) => each.speaker !== speaker);
  return /\?["'”’»)\]]*$/u.test((end < 0 ? after : after.slice(0, end)).at(-1)?.text ?? '');
};

/** Skips openers from a word on; "because" only if no other clause follows. */
const skipOpeners = (
  sentence: Sentence,
  words: readonly string[],
  at: number,
  data: LanguageData,
): number => {
  const startsCondition = (to: number): boolean =>
    data.conditionWords.has(words[to] ?? '') && words.some((_, k) => k > to && hasCommaAfter(sentence, k));
  let to = at;
  for (;;) {
    if (data.asides.has(`${words[to] ?? ''} ${words[to + 1] ?? ''}`)) to += 2;
    else if (data.openers.has(words[to] ?? '') && !startsCondition(to)) to++;
    else return to < words.length ? to : at;
  }
};

/** The words with which a quote may start: the first word, then the first words of clauses after commas. */
const startsOf = (sentence: Sentence, words: readonly string[], data: LanguageData): number[] => {
  const starts = [skipOpeners(sentence, words, 0, data)];
  for (let i = 1; i + minQuoteWords < words.length; i++) {
    // A clause is never quoted without its condition.
    if (data.conditionWords.has(words[i - 1] ?? '')) break;
    if (!hasCommaAfter(sentence, i - 1)) continue;
    const to = skipOpeners(sentence, words, i, data);
    const word = words[to] ?? '';
    const isSubject = (data.subjects.has(word) || word === 'you') && !data.auxiliaries.has(word);
    if (isSubject && (to > i || word !== 'i')) starts.push(to);
  }
  return starts;
};

const withoutStart = (sentence: Sentence, from: number, count: number): Sentence => ({
  ...sentence,
  text: sentence.text.slice(from),
  words: sentence.words.slice(count).map((word) => ({ ...word, at: word.at - from })),
});

/**
 * Assesses how far each sentence is from a eligible quote.
 *
 * @param isOpen whether the sentence before the first one is unfinished
 */
export const assessSentences = (
  sentences: readonly Sentence[],
  isOpen: boolean,
  data: LanguageData,
): SentenceDefects[] =>
  sentences.map((sentence, i) => {
    if (sentence.words.length > maxAssessedWords) return { inside: Defect.open, first: Defect.open, from: 0 };
    const words = foldedWords(sentence);
    const lead = introducesQuestion(sentences, i) ? Defect.light : Defect.none;
    const inside = Math.max(lead, defectInside(sentence, words, data));
    const startsInside =
      /^[^\p{L}\p{N}]*\p{Ll}/u.test(sentence.text) ||
      (i === 0 ? isOpen : continues(sentences[i - 1], sentence, data));
    const begin = (start: number, option: number): { from: number; first: number } => {
      if (start === 0) {
        const opening = startsInside ? Defect.open : defectOfStart(sentence, words, data);
        return { from: 0, first: Math.max(inside, opening) };
      }
      const { at: from } = entryAt(sentence.words, start);
      const rest = withoutStart(sentence, from, start);
      const own = words.slice(start);
      const cut = option > 0 ? Defect.loose : Defect.none;
      return {
        from,
        first: Math.max(lead, cut, defectInside(rest, own, data), defectOfStart(rest, own, data)),
      };
    };
    const options = startsOf(sentence, words, data).map(begin);
    return { inside, ...options.reduce((best, each) => (each.first < best.first ? each : best)) };
  });

/** Whether a chapter starts inside a sentence. */
const startsInside = ({ from }: Chapter, { cues }: Transcript): boolean => {
  const [before, first] = [cues[from - 1], cues[from]];
  if (!before || !first || before.speaker !== first.speaker) return false;
  return !/[.?!…。？！]["'”’»)\]]*$/u.test(before.text.trim());
};

/** Quotes and summaries of a chapter need the same defects, which take long to find. */
const assessed = new WeakMap<Chapter, SentenceDefects[]>();

/** Assesses the sentences of a chapter. Results are cached. */
export const assessChapter = (
  chapter: Chapter,
  transcript: Transcript,
  data: LanguageData,
): SentenceDefects[] => {
  let defects = assessed.get(chapter);
  if (!defects) {
    defects = assessSentences(chapter.sentences, startsInside(chapter, transcript), data);
    assessed.set(chapter, defects);
  }
  return defects;
};

/** The text of a run of sentences as a quote. Only the case of its first letter may differ from the transcript. */
export const printedText = (
  sentences: readonly Sentence[],
  print: readonly SentenceDefects[],
  first: number,
  last: number,
): string => {
  const { from } = entryAt(print, first);
  const text = sentences
    .slice(first, last + 1)
    .map((sentence) => sentence.text)
    .join(' ')
    .slice(from);
  return from > 0 ? text.charAt(0).toUpperCase() + text.slice(1) : text;
};

/** The worst defect of a run of sentences as one quote. */
export const defectOf = (
  sentences: readonly Sentence[],
  print: readonly SentenceDefects[],
  first: number,
  last: number,
): number => {
  let worstDefect = entryAt(print, first).first;
  for (let k = first + 1; k <= last; k++) worstDefect = Math.max(worstDefect, entryAt(print, k).inside);
  const words = printedText(sentences, print, first, last).split(' ').length;
  if (words < minQuoteWords) return Math.max(worstDefect, Defect.short);
  if (words < fewWords) return Math.max(worstDefect, Defect.light);
  return words > maxQuoteWords ? Math.max(worstDefect, Defect.open) : worstDefect;
};
