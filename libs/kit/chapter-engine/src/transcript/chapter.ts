import { entryAt } from '../language/entry-at.ts';
import { readSentences, type Sentence } from './sentences.ts';
import { termReader, type Transcript } from './transcript.ts';

/** One chapter, as titler, summariser and quoter read it. */
export interface Chapter {
  /** Index of the first cue. */
  readonly from: number;
  /** Index after the last cue. */
  readonly to: number;
  readonly sentences: readonly Sentence[];
  /** Seconds from the start of the chapter to the start of one of its cues. */
  secondsTo(cue: number): number;
  /** How characteristic a word's term is of this chapter among all, 0 for stop words. */
  weightOf(word: string): number;
  /** The term of a word: equal for forms of one word; the word itself for stop words. */
  termOf(word: string): string;
}

/** Prior count, so that a term said once is not characteristic. */
const priorCount = 0.5;
/** Terms of the whole recording may still name its chapters: the weight of an evenly spread term. */
const evenlySpreadWeight = 3;
/** Reduces the preference for terms that few chapters use. */
const rarityExponent = 0.6;

/** Term counts of each chapter and of the recording. */
const countTerms = (transcript: Transcript, bounds: readonly number[]): Map<number, number>[] =>
  bounds.slice(0, -1).map((from, c) => {
    const counts = new Map<number, number>();
    const { termIds, termOffsets } = transcript;
    for (let k = termOffsets[from] ?? 0; k < (termOffsets[bounds[c + 1] ?? 0] ?? 0); k++) {
      counts.set(termIds[k] ?? 0, (counts.get(termIds[k] ?? 0) ?? 0) + 1);
    }
    return counts;
  });

/**
 * Weighs terms by their frequency here and their rarity in other chapters. In a recording of one chapter only the
 * frequency counts.
 */
const weigh = (counts: readonly Map<number, number>[]): Map<number, number>[] => {
  const totals = new Map<number, number>();
  const chaptersWith = new Map<number, number>();
  for (const each of counts) {
    for (const [id, count] of each) {
      totals.set(id, (totals.get(id) ?? 0) + count);
      chaptersWith.set(id, (chaptersWith.get(id) ?? 0) + 1);
    }
  }
  return counts.map((each) => {
    const weights = new Map<number, number>();
    for (const [id, count] of each) {
      const concentration = (count + priorCount) / ((totals.get(id) ?? 0) + priorCount);
      const rarity = Math.log(1 + counts.length / (chaptersWith.get(id) ?? 0));
      weights.set(id, Math.sqrt(count) * (evenlySpreadWeight + concentration) * rarity ** rarityExponent);
    }
    return weights;
  });
};

/**
 * Reads the chapters that the boundaries open.
 *
 * @param boundaries cue indexes that open chapters, rising, the first 0
 */
export const readChapters = (transcript: Transcript, boundaries: readonly number[]): Chapter[] => {
  const bounds = [...boundaries, transcript.cues.length];
  const weights = weigh(countTerms(transcript, bounds));
  const ids = new Map(transcript.vocabulary.map((term, id) => [term, id]));
  const termOf = termReader(transcript.language);
  return boundaries.map((from, c) => ({
    from,
    to: bounds[c + 1] ?? 0,
    sentences: readSentences(transcript, from, bounds[c + 1] ?? 0),
    secondsTo: (cue) => entryAt(transcript.cues, cue).start - entryAt(transcript.cues, from).start,
    termOf: (word) => termOf(word) ?? word.toLowerCase(),
    weightOf: (word) => {
      const id = ids.get(termOf(word) ?? '');
      return id === undefined ? 0 : (entryAt(weights, c).get(id) ?? 0);
    },
  }));
};
