import type { Cue } from './cue.ts';
import { detectLanguage } from './language.ts';
import { stem } from './stem.ts';
import { stopWords } from './stop-words.ts';
import { readWords } from './words.ts';

/** Shorter words are rarely topics. */
const MIN_TERM = 3;

/** A parsed recording, the input of all parts. Arrays are parallel to `cues` unless noted. */
export interface Transcript {
  readonly cues: readonly Cue[];
  /** ISO 639-1 or `und`. */
  readonly language: string;
  /** Seconds; at least the end of the last cue. */
  readonly duration: number;
  /** Words of each cue, stop words too. */
  readonly wordCounts: Uint16Array;
  /** The terms of cue `i` are `termIds[termOffsets[i]]` up to, not including, `termIds[termOffsets[i + 1]]`. */
  readonly termOffsets: Uint32Array;
  readonly termIds: Uint32Array;
  /** Term id to stem. */
  readonly vocabulary: readonly string[];
}

/** The term of a word; undefined for stop words, numbers and very short words. Results are cached. */
export const termReader = (language: string): ((word: string) => string | undefined) => {
  const stops = stopWords(language);
  const known = new Map<string, string | undefined>();
  const read = (word: string): string | undefined => {
    const lower = word.toLowerCase().replaceAll('’', "'");
    if (stops.has(lower)) return undefined;
    const bare = lower.replace(/'\p{L}*$/u, '');
    if (bare.length < MIN_TERM || stops.has(bare) || !/^\p{L}/u.test(bare)) return undefined;
    return stem(bare, language);
  };
  return (word) => {
    const hit = known.get(word);
    if (hit !== undefined || known.has(word)) return hit;
    const term = read(word);
    known.set(word, term);
    return term;
  };
};

/**
 * Reads the cues once: language, words, interned terms.
 *
 * @param cues sorted by start
 * @param duration seconds of the recording, when it is longer than its last cue
 */
export const readTranscript = (cues: readonly Cue[], duration = 0): Transcript => {
  const language = detectLanguage(cues.map((cue) => cue.text));
  const termOf = termReader(language);
  const ids = new Map<string, number>();
  const termIds: number[] = [];
  const termOffsets = new Uint32Array(cues.length + 1);
  const wordCounts = new Uint16Array(cues.length);
  for (const [i, cue] of cues.entries()) {
    const words = readWords(cue.text);
    wordCounts[i] = words.length;
    for (const word of words) {
      const term = termOf(word.text);
      if (term === undefined) continue;
      const id = ids.get(term) ?? ids.size;
      ids.set(term, id);
      termIds.push(id);
    }
    termOffsets[i + 1] = termIds.length;
  }
  const end = cues.reduce((latest, cue) => Math.max(latest, cue.end, cue.start), 0);
  return {
    cues,
    language,
    duration: Math.max(end, duration),
    wordCounts,
    termOffsets,
    termIds: Uint32Array.from(termIds),
    vocabulary: [...ids.keys()],
  };
};
