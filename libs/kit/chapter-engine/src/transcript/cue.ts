/**
 * One caption: what was said between two times. Sorted by `start`; the same structure as the cue of the WebVTT parser.
 */
export interface Cue {
  /** Seconds from the start of the recording. */
  start: number;
  /** Seconds from the start of the recording, not before `start`. */
  end: number;
  /** The spoken words; may be empty or part of a sentence. */
  text: string;
  /** The speaker, if the captions have one. */
  speaker?: string;
  /** How sure the recogniser is of the words, 0 to 1; absent: sure. */
  confidence?: number;
}
