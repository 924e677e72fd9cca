import lists from 'stopwords-iso' with { type: 'json' };
import type { Cue } from './cue.ts';
import { detectLanguage } from '../language/language.ts';
import { stem } from '../language/stem.ts';
import { fold, readWords } from '../language/words.ts';

/**
 * Stop words of speech that dictionaries of written language lack: fillers, greetings and parts of contractions, but no
 * topic words.
 */
const spokenStopWords: Record<string, string> = {
  en: 'yeah yep yup nope um uh uhm hmm mhm huh wow gonna wanna gotta kinda sorta lot lots stuff guys guy bit okay cool nice awesome basically literally totally actually guess pretty super don doesn didn isn wasn aren weren won wouldn couldn shouldn hasn haven ain let ve ll re hey hi bye called sort',
  de: 'äh ähm öh hm hmm mhm ja nee nö okay ok also halt eben quasi sozusagen irgendwie irgendwas eigentlich einfach natürlich genau gell naja tja mal ne nen nem son sone drauf dran rein raus bisschen bissel hallo tschüss super klar glaub glaube denk denke',
};

const dictionary = lists as Record<string, string[]>;
const sets = new Map<string, ReadonlySet<string>>();

/**
 * The stop words of a language, in lower case.
 *
 * @param language ISO 639-1; an unknown language has none
 */
const stopWords = (language: string): ReadonlySet<string> => {
  const ready = sets.get(language);
  if (ready) return ready;
  const words = new Set([...(dictionary[language] ?? []), ...(spokenStopWords[language]?.split(' ') ?? [])]);
  sets.set(language, words);
  return words;
};

/** Shorter words are rarely topics. */
const minTermLength = 3;

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
  const cache = new Map<string, string | undefined>();
  const read = (word: string): string | undefined => {
    const lower = fold(word);
    if (stops.has(lower)) return undefined;
    const bare = lower.replace(/'\p{L}*$/u, '');
    if (bare.length < minTermLength || stops.has(bare) || !/^\p{L}/u.test(bare)) return undefined;
    return stem(bare, language);
  };
  return (word) => {
    const hit = cache.get(word);
    if (hit !== undefined || cache.has(word)) return hit;
    const term = read(word);
    cache.set(word, term);
    return term;
  };
};

/** The language of the words, else the one that is stated. @param stated a BCP 47 tag */
export const languageOf = (cues: readonly Pick<Cue, 'text'>[], stated = 'und'): string => {
  const detected = detectLanguage(cues.map(({ text }) => text));
  return detected === 'und' ? (stated.split('-')[0] ?? stated) : detected;
};

/**
 * Reads the cues once: language, words, interned terms.
 *
 * @param cues sorted by start
 * @param duration seconds of the recording, when it is longer than its last cue
 * @param stated the language of a text that does not show it: ISO 639-1
 */
export const readTranscript = (cues: readonly Cue[], duration = 0, stated?: string): Transcript => {
  const language = languageOf(cues, stated);
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
