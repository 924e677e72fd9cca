import { entryAt } from '../language/entry-at.ts';
import type { Chapter } from '../transcript/chapter.ts';
import type { LanguageData } from '../language/language-data.ts';
import type { Sentence } from '../transcript/sentences.ts';
import { fold, isJoined } from '../language/words.ts';
import type { WordClasses, WordKind } from './word-classes.ts';

/** How a noun phrase is used in a chapter. */
export interface PhraseUse {
  /** Its words when it was first said. */
  readonly words: readonly string[];
  /** How often it was said in which form. */
  readonly forms: Map<string, number>;
  /** Seconds from the start of the chapter to the first use; infinite if it is only said before. */
  after: number;
  count: number;
  /** Uses after which the noun phrase does not continue. */
  whole: number;
  /** Uses before which it does not begin earlier. */
  fromStart: number;
  /** The quarters of the chapter in which it was said, as bits. */
  quarters: number;
  /** Whether it follows "the problem with", "let's move on to", "what is" or "called". */
  isAnnounced: boolean;
  isIntroduced: boolean;
  isAsked: boolean;
  isNamed: boolean;
  isInQuestion: boolean;
  /** Whether a sentence, or its first clause, has no other words. */
  isHeading: boolean;
  /** Whether it is said just before the chapter. */
  isInLead: boolean;
}

const maxWords = 5;

/** A sentence with what the search for phrases needs of its words. */
interface ReadSentence {
  readonly sentence: Sentence;
  readonly folds: readonly string[];
  readonly kinds: readonly WordKind[];
  /** Whether only a space is before the word. */
  readonly joined: readonly boolean[];
}

const read = (
  sentence: Sentence,
  introduced: ReadonlySet<number>,
  data: LanguageData,
  classes: WordClasses,
): ReadSentence => {
  const { text, words } = sentence;
  const folds = words.map(({ folded }) => folded);
  const joined = words.map((word, i) => i > 0 && isJoined(text, entryAt(words, i - 1), word));
  const kinds: WordKind[] = [];
  for (const [i, word] of words.entries()) {
    const kind = classes.kindOf(word.text);
    const before = joined[i] ? (folds[i - 1] ?? '') : '';
    // "Let's move on to tools".
    const followsVerbCue = data.beforeVerb.has(before) && !introduced.has(i);
    const isVerb = followsVerbCue && kind !== 'gerund' && !classes.isCapital(word.text);
    const isDetermined = data.beforeNoun.has(before) || kinds[i - 1] === 'modifier';
    const isOther =
      (data.determinedKinds.has(kind) && !isDetermined) ||
      (kind === 'modifier' && !data.isNominative(before, folds[i] ?? ''));
    kinds.push(isVerb || isOther ? 'other' : kind);
  }
  return { sentence, folds, kinds, joined };
};

/** Indexes of the words that a cue introduces, after articles. */
const cuedWords = ({ words }: Sentence, text: string, cue: RegExp, data: LanguageData): Set<number> => {
  const cued = new Set<number>();
  let next = 0;
  for (const match of text.matchAll(cue)) {
    while (next < words.length && entryAt(words, next).at < match.index + match[0].length) next++;
    if (next === words.length) break;
    while (data.beforeNoun.has(words[next]?.folded ?? '')) next++;
    cued.add(next);
  }
  return cued;
};

/**
 * The ends of the phrases that start at a word. One preposition, with an article, or "and" between two names may be
 * inside.
 */
const phraseEnds = (
  { sentence, folds, kinds, joined }: ReadSentence,
  first: number,
  data: LanguageData,
  classes: WordClasses,
): number[] => {
  const ends: number[] = [];
  const isAmount = data.quantityNouns.has(folds[first] ?? '') && data.phraseLinks.has(folds[first + 1] ?? '');
  if (kinds[first] === 'other' || isAmount) return ends;
  const isName = (at: number): boolean => classes.isCapital(sentence.words[at]?.text ?? '');
  let link = 0;
  for (let i = first; i < Math.min(folds.length, first + maxWords); i++) {
    if (i > first && (!joined[i] || data.clauseNouns.has(folds[i - 1] ?? ''))) break;
    const kind = entryAt(kinds, i);
    const word = folds[i] ?? '';
    if (kind === 'other') {
      if (link > 0 && link === i - 1 && data.phraseArticles.has(word)) continue;
      const joinsNames = data.conjunctions.has(word) && isName(i - 1) && isName(i + 1);
      const followsNoun = kinds[i - 1] !== 'modifier' && kinds[i - 1] !== 'participle';
      if (link > 0 || !(joinsNames || (followsNoun && data.phraseLinks.has(word)))) break;
      link = i;
    } else if (kind === 'participle' && i > first) {
      break;
    } else if (kind === 'number') {
      if (i === first || !isName(i - 1)) break;
      const { at, text } = entryAt(sentence.words, i);
      if (!/^[.,]\p{N}/u.test(sentence.text.slice(at + text.length))) ends.push(i);
    } else if (kind === 'gerund') {
      // Not a verb with an object: "emails pretending to be".
      const next = joined[i + 1] ? (folds[i + 1] ?? '') : '';
      if (!data.beforeNounOnly.has(next) && next !== 'to' && next !== 'that') ends.push(i);
    } else if (kind === 'noun') ends.push(i);
  }
  return ends;
};

const startUse = (words: readonly string[]): PhraseUse => ({
  words,
  forms: new Map(),
  after: Infinity,
  count: 0,
  whole: 0,
  fromStart: 0,
  quarters: 0,
  isAnnounced: false,
  isIntroduced: false,
  isAsked: false,
  isNamed: false,
  isInQuestion: false,
  isHeading: false,
  isInLead: false,
});

/**
 * The noun phrases of a chapter and of the sentences before it, in spoken order: of up to five words, complete at both
 * ends.
 */
export const readPhrases = (
  chapter: Chapter,
  lead: readonly Sentence[],
  data: LanguageData,
  classes: WordClasses,
): PhraseUse[] => {
  const uses = new Map<string, PhraseUse>();
  const { length } = chapter.sentences;
  for (const [s, sentence] of [...lead, ...chapter.sentences].entries()) {
    if (sentence.isUnsure) continue;
    const isInLead = s < lead.length;
    const text = fold(sentence.text);
    const [announced, introduced, asked, named] = [
      cuedWords(sentence, text, data.announcements, data),
      cuedWords(sentence, text, data.introductions, data),
      cuedWords(sentence, text, data.topicQuestions, data),
      cuedWords(sentence, text, data.namings, data),
    ];
    const each = read(sentence, introduced, data, classes);
    const { folds, joined, kinds } = each;
    const isOutside = (i: number): boolean => kinds[i] === 'other' || kinds[i] === 'number';
    const start = folds.findIndex(
      (word) => !(data.openers.has(word) || data.connectives.has(word) || data.beforeNounOnly.has(word)),
    );
    for (let first = 0; first < folds.length; first++) {
      for (const last of phraseEnds(each, first, data, classes)) {
        const words = sentence.words.slice(first, last + 1).map((word) => word.text);
        const terms = words.map((word) => chapter.termOf(word));
        if (new Set(terms).size < terms.length) continue;
        const key = terms.join(' ');
        let use = uses.get(key);
        if (!use) uses.set(key, (use = startUse(words)));
        const form = words.map((word) => classes.cased(word)).join(' ');
        use.forms.set(form, (use.forms.get(form) ?? 0) + 1);
        use.count++;
        if (!joined[first] || isOutside(first - 1)) use.fromStart++;
        if (!joined[last + 1] || kinds[last + 1] === 'other') use.whole++;
        use.isAnnounced ||= announced.has(first);
        use.isIntroduced ||= introduced.has(first);
        use.isAsked ||= asked.has(first);
        use.isNamed ||= named.has(first);
        use.isHeading ||= first === start && !joined[last + 1];
        use.isInLead ||= isInLead;
        if (isInLead) continue;
        use.after = Math.min(use.after, chapter.secondsTo(sentence.firstCue));
        use.quarters |= 1 << Math.floor((4 * (s - lead.length)) / length);
        use.isInQuestion ||= sentence.text.endsWith('?');
      }
    }
  }
  return [...uses.values()];
};
