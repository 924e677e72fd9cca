/** What the recogniser heard in part of a recording. */
export interface Evidence {
  /** Natural logarithms of the decoder's confidence, see `Recognition`. */
  confidence: readonly number[];
  /** Seconds of audio it comes from. */
  seconds: number;
}

/** `unclear`: too little was heard to tell. */
export type Verdict = 'english' | 'foreign' | 'no-speech' | 'unclear';

/**
 * The mean confidence that parts understood speech from guesses, measured on synthesised speech: readable English -0.11
 * to -0.60 (there more than half the words are wrong), other languages -0.76 to -1.8; see the README.
 */
const ENGLISH_ABOVE = -0.65;
/** Where most of the speech gave no words at all, a foreign remainder once reached -0.66: so more is asked of it. */
const SPARSE_ENGLISH_ABOVE = -0.5;
/** Even slow English gives more choices a second than this. */
const SPARSE_CHOICES_PER_SECOND = 2;
/** Choices below which a mean says little; about twenty words. */
const FEWEST_CHOICES = 30;
/** Slower than any speech: the model hears a word here and there in music. */
const SPEECH_CHOICES_PER_SECOND = 0.25;

/**
 * Tells English from other languages by how sure the English decoder was of its own words.
 * @param isComplete there will be no more evidence, so `unclear` is no answer
 */
export function judgeLanguage(evidence: readonly Evidence[], isComplete: boolean): Verdict {
  const choices = evidence.reduce((sum, { confidence }) => sum + confidence.length, 0);
  if (choices < FEWEST_CHOICES && !isComplete) return 'unclear';
  if (choices === 0) return 'no-speech';
  const rate = choices / evidence.reduce((sum, part) => sum + part.seconds, 0);
  const mean = evidence.reduce((sum, { confidence }) => sum + sumOf(confidence), 0) / choices;
  if (mean > (rate < SPARSE_CHOICES_PER_SECOND ? SPARSE_ENGLISH_ABOVE : ENGLISH_ABOVE)) return 'english';
  return rate < SPEECH_CHOICES_PER_SECOND ? 'no-speech' : 'foreign';
}

/** One piece so far from understood that its words are guesses: worse than no caption. */
export function isGuess({ confidence }: Pick<Evidence, 'confidence'>): boolean {
  return confidence.length > 0 && sumOf(confidence) / confidence.length < -1.1;
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
