/** One caption: what is said (plain text, lines parted by `\n`) from `start` to `end`, both in seconds. */
export interface Cue {
  start: number;
  end: number;
  text: string;
  /** Who speaks; set only when the whole cue has one voice. */
  speaker?: string;
}
