/** One caption: what was said between two times. Sorted by `start`; the structural twin of the WebVTT reader's cue. */
export interface Cue {
  /** Seconds from the start of the recording. */
  start: number;
  /** Seconds from the start of the recording, not before `start`. */
  end: number;
  /** The words as spoken; may be empty, may be half a sentence. */
  text: string;
  /** Who speaks, when the captions say so. */
  speaker?: string;
}
