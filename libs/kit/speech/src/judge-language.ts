/** The recogniser's confidence in part of a recording. */
export interface Evidence {
  /** Natural logarithms of the decoder's confidence, see `Recognition`. */
  confidence: readonly number[];
  /** Length of the audio in seconds. */
  seconds: number;
}

/** `unclear`: there is too little speech to decide. */
export type Verdict = 'english' | 'foreign' | 'no-speech' | 'unclear';

/**
 * The mean confidence that separates understood speech from guesses, measured on synthesised speech: readable English
 * -0.11 to -0.60 (where more than half the words are wrong), other languages -0.76 to -1.8; see the README.
 */
const englishAbove = -0.65;
/** The stricter bound when most of the speech gave no words: there, another language once reached -0.66. */
const sparseEnglishAbove = -0.5;
/** Even slow English gives more tokens per second than this. */
const sparseChoicesPerSecond = 2;
/** With fewer tokens the mean is unreliable; about twenty words. */
const minChoices = 30;
/** Fewer tokens per second than any speech has: the model recognises single words in music. */
const speechChoicesPerSecond = 0.25;

/**
 * Distinguishes English from other languages by the English decoder's mean confidence.
 * @param isComplete there will be no more evidence, so `unclear` is never returned
 */
export function judgeLanguage(evidence: readonly Evidence[], isComplete: boolean): Verdict {
  const choices = evidence.reduce((sum, { confidence }) => sum + confidence.length, 0);
  if (choices < minChoices && !isComplete) return 'unclear';
  if (choices === 0) return 'no-speech';
  const rate = choices / evidence.reduce((sum, part) => sum + part.seconds, 0);
  const mean = evidence.reduce((sum, { confidence }) => sum + sumOf(confidence), 0) / choices;
  if (mean > (rate < sparseChoicesPerSecond ? sparseEnglishAbove : englishAbove)) return 'english';
  return rate < speechChoicesPerSecond ? 'no-speech' : 'foreign';
}

/** Whether an utterance's confidence is so low that its words are guesses, which are worse than no caption. */
export function isGuess({ confidence }: Pick<Evidence, 'confidence'>): boolean {
  return confidence.length > 0 && sumOf(confidence) / confidence.length < -1.1;
}

/**
 * Whether the confidence is that of readable English. Parts of an utterance in which nothing was heard at first are the
 * best of several tries, so they need more than not to be a guess: else parts of another language pass.
 */
export function isReadable({ confidence }: Pick<Evidence, 'confidence'>): boolean {
  return confidence.length > 0 && sumOf(confidence) / confidence.length > englishAbove;
}

/** The mean probability of the tokens of an utterance, 0 to 1 in hundredths; undefined without any. */
export function meanProbability({ confidence }: Pick<Evidence, 'confidence'>): number | undefined {
  if (confidence.length === 0) return undefined;
  return Math.round(100 * Math.exp(sumOf(confidence) / confidence.length)) / 100;
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
