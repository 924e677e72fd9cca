/** One caption: the spoken text (plain, lines separated by `\n`) from `start` to `end`, both in seconds. */
export interface Cue {
  start: number;
  end: number;
  text: string;
  /** The speaker's name; set only when the whole cue has one voice. */
  speaker?: string;
  /** When each word of the text starts, in seconds: one for each run without white space, rising, within the cue. */
  wordStarts?: readonly number[];
  /** How sure a recogniser is of the words, 0 to 1; absent: sure. WebVTT itself has no place for it. */
  confidence?: number;
}
