import { languageData } from '../language/language-data.ts';
import { readWords } from '../language/words.ts';
import { readSentences } from './sentences.ts';
import { termReader, type Transcript } from './transcript.ts';

/** Seconds, and the share of the recording, within which speakers announce their subjects. */
const startSeconds = 60;
const startShare = 0.1;
/** Two subjects joined by "and" are often one. */
const minSubjects = 3;
const maxSubjects = 7;
const maxSubjectWords = 5;

const separator = /[,;]\s*(?:(?:and|und|sowie)\s+)?|\s+(?:and|und|sowie)\s+/u;

/** A subject that a speaker announced. */
export interface Subject {
  /** As it was said, without the words before a noun. */
  readonly text: string;
  /** For each cue, the share of its mentions, after the announcement, that come before it; the last entry is 1. */
  readonly saidBefore: Float64Array;
}

export interface Announcement {
  /** Index of the cue after the announcement. */
  readonly after: number;
  /** In the order of the announcement. */
  readonly subjects: readonly Subject[];
}

/** @param subject terms of which one is mentioned again */
const sharesBefore = (
  { cues, termOffsets, termIds, vocabulary }: Transcript,
  after: number,
  subject: ReadonlySet<string>,
): Float64Array => {
  const before = new Float64Array(cues.length + 1);
  for (let i = 0; i < cues.length; i++) {
    let count = before[i] ?? 0;
    for (let k = termOffsets[i] ?? 0; i >= after && k < (termOffsets[i + 1] ?? 0); k++)
      if (subject.has(vocabulary[termIds[k] ?? 0] ?? '')) count++;
    before[i + 1] = count;
  }
  const total = before[cues.length] ?? 0;
  return before.map((count) => count / total);
};

/**
 * Finds a list of subjects near the start ("today I want to talk about naming, pricing and sales"), each mentioned
 * again later.
 */
export const findAnnouncement = (transcript: Transcript): Announcement | undefined => {
  const { cues, duration, language } = transcript;
  const { announcements, beforeNoun } = languageData(language);
  const termOf = termReader(language);
  const lastCues = lastCuesOf(transcript);
  const limit = Math.max(startSeconds, duration * startShare);
  const end = cues.findIndex(({ start }) => start > limit);
  for (const { text, lastCue, isUnsure } of readSentences(transcript, 0, end < 0 ? cues.length : end)) {
    const [match] = text.matchAll(announcements);
    if (!match || isUnsure) continue;
    const items = text
      .slice(match.index + match[0].length)
      .replace(/^[^,;]*:|(?<![.!?…])[.!?…]+$/gu, '')
      .split(separator);
    if (items.length < minSubjects || items.length > maxSubjects) continue;
    const all = new Set<string>();
    const announced = items.flatMap((item) => {
      const words = readWords(item);
      const terms = words.map((word) => termOf(word.text)).filter((term) => term !== undefined);
      const isNew = terms.length > 0 && !terms.some((term) => all.has(term));
      for (const term of terms) all.add(term);
      const isMentioned = terms.some((term) => (lastCues.get(term) ?? 0) > lastCue);
      if (!isNew || !isMentioned || words.length > maxSubjectWords) return [];
      const first = words.find(({ folded }) => !beforeNoun.has(folded));
      return [{ text: item.slice(first?.at).trim(), terms: new Set(terms) }];
    });
    if (announced.length < items.length) continue;
    const subjects = announced.map(({ text, terms }) => ({
      text,
      saidBefore: sharesBefore(transcript, lastCue + 1, terms),
    }));
    return { after: lastCue + 1, subjects };
  }
  return undefined;
};

/** The last cue in which each term is said. */
const lastCuesOf = ({ cues, termOffsets, termIds, vocabulary }: Transcript): Map<string, number> => {
  const byId = new Uint32Array(vocabulary.length);
  for (let i = 0; i < cues.length; i++)
    for (let k = termOffsets[i] ?? 0; k < (termOffsets[i + 1] ?? 0); k++) byId[termIds[k] ?? 0] = i;
  return new Map(vocabulary.map((term, id) => [term, byId[id] ?? 0]));
};
