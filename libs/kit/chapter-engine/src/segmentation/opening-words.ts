import { languageData, type LanguageData } from '../language/language-data.ts';
import { readWords } from '../language/words.ts';
import type { Transcript } from '../transcript/transcript.ts';

/** Characters of a cue that are read. */
const headLength = 400;

/** For each cue, 1 or 0: what its first words are, and what it says of what follows. */
interface OpeningWords {
  /** A transition to a new topic. */
  readonly transition: Uint8Array;
  /** An answer, or a reaction to what was said. */
  readonly reaction: Uint8Array;
  /** The sentence before continues. */
  readonly continuation: Uint8Array;
  /** Something that was named before. */
  readonly reference: Uint8Array;
  /** The topic of what follows is announced. */
  readonly announcement: Uint8Array;
  /** Something is asked. */
  readonly request: Uint8Array;
}

/** Whether the pattern is found; `lastIndex` of a global one does not matter. */
const has = (text: string, pattern: RegExp): boolean => text.search(pattern) >= 0;

/** Whether the first words are those of a question; "who waters early" is one only with its mark. */
const startsLikeQuestion = (first: readonly string[], data: LanguageData): boolean =>
  first.some((word) => data.questionWords.has(word)) || data.auxiliaries.has(first[0] ?? '');

/** Reads the words at the start of each cue. */
export const readOpeningWords = ({ cues, language }: Transcript): OpeningWords => {
  const data = languageData(language);
  const hasMarks = cues.some(({ text }) => /[.?!]$/u.test(text.trimEnd()));
  const flags = (): Uint8Array => new Uint8Array(cues.length);
  const found: OpeningWords = {
    transition: flags(),
    reaction: flags(),
    continuation: flags(),
    reference: flags(),
    announcement: flags(),
    request: flags(),
  };
  for (const [i, { text }] of cues.entries()) {
    const head = text.slice(0, headLength);
    const first = readWords(head.slice(0, 60))
      .slice(0, 2)
      .map(({ folded }) => folded);
    const folded = head.toLowerCase().replaceAll('’', "'");
    const set = (key: keyof OpeningWords, isTrue: boolean): void => {
      if (isTrue) found[key][i] = 1;
    };
    const start = first[0] ?? '';
    set(
      'transition',
      first.some((word) => data.transitions.has(word)),
    );
    set(
      'reaction',
      first.some((word) => data.reactions.has(word)),
    );
    set('continuation', data.continuations.has(start) && !data.transitions.has(start));
    set(
      'reference',
      first.some((word) => data.references.has(word)),
    );
    set('announcement', has(folded, data.introductions) || has(folded, data.announcements));
    const isMarked = !hasMarks || text.includes('?') || (cues[i + 1]?.text.includes('?') ?? false);
    set(
      'request',
      (isMarked && startsLikeQuestion(first, data)) ||
        has(folded.replace(/[,.;:]/gu, ''), data.questionPhrases),
    );
  }
  return found;
};
