import type { Cue } from '@vault/webvtt';

/** A text and its time in the recording, as a recogniser reports it: unchecked, in seconds. */
export interface TextSegment {
  start: number;
  end: number;
  text: string;
}

/** How far the time of a word may be from its estimate, in seconds. */
const tolerance = 2;
/** A cue is looked for in this many letters more than it has. */
const maxSkipped = 2_000;

/** The words that a recogniser has timed, in the order of the recording. */
export class HeardWords {
  /** Words that have letters. */
  private readonly words: TextSegment[] = [];
  /** The letters of all words: recognisers divide numbers and punctuation in other ways than their text. */
  private readonly letters: string;
  /** The number of letters before each word. */
  private readonly places: number[] = [];
  /** The index of the word after so many letters. */
  private readonly byPlace = new Map<number, number>();
  /** The first word that may be in the next cue. */
  private next = 0;

  constructor(words: readonly TextSegment[]) {
    let letters = '';
    for (const word of words) {
      const own = lettersOf(word.text);
      if (own === '') continue;
      this.byPlace.set(letters.length, this.words.length);
      this.places.push(letters.length);
      this.words.push(word);
      letters += own;
    }
    this.letters = letters;
  }

  /**
   * A cue that begins and ends with its words, where all of them were timed near its estimated time, and with the start of
   * each: NaN for one that the recogniser joined to another. Otherwise the cue itself.
   * @param cue of the words after those of the one before
   */
  timed(cue: Cue): Cue {
    const parts = cue.text.split(' ').map(lettersOf);
    const letters = parts.join('');
    const first = this.find(letters, cue);
    if (first === undefined) return cue;
    const from = this.places[first] ?? 0;
    const after = this.byPlace.get(from + letters.length) ?? this.words.length;
    this.next = after;
    const { start } = this.words[first] ?? cue;
    const { end } = this.words[after - 1] ?? cue;
    let place = from;
    const starts = parts.map((part) => {
      const index = this.byPlace.get(place);
      place += part.length;
      return index === undefined ? NaN : (this.words[index]?.start ?? NaN);
    });
    return end > start ? { ...cue, start, end, wordStarts: apart(starts) } : cue;
  }

  /** @returns the index of the first word */
  private find(letters: string, { start, end }: Cue): number | undefined {
    while ((this.words[this.next]?.start ?? NaN) < start - tolerance) this.next += 1;
    const offset = this.places[this.next];
    if (offset === undefined || letters === '') return undefined;
    const near = this.letters.slice(offset, offset + letters.length + maxSkipped);
    for (let at = near.indexOf(letters); at !== -1; at = near.indexOf(letters, at + 1)) {
      const last = offset + at + letters.length;
      const [first, after] = [this.byPlace.get(offset + at), this.byPlace.get(last)];
      if (first === undefined || (after === undefined && last !== this.letters.length)) continue;
      const isNear =
        (this.words[first]?.start ?? NaN) >= start - tolerance &&
        (this.words[(after ?? this.words.length) - 1]?.end ?? NaN) <= end + tolerance;
      if (isNear) return first;
    }
    return undefined;
  }
}

/** Recognisers give words the same time that they cannot tell apart: each is a millisecond after the one before. */
function apart(starts: readonly number[]): number[] {
  let last = -Infinity;
  return starts.map((start, at) => {
    const isSame = start >= (starts[at - 1] ?? -Infinity) && start < last + 0.001;
    return (last = isSame ? last + 0.001 : start);
  });
}

function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\p{M}\p{N}]/gu, '').toLowerCase();
}
