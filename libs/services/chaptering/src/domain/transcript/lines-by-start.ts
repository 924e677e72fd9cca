import type { Cue } from '../chapters/chapter.ts';

/** Lines in the order of their starts. Which of them end late is found without a look at each: all may start together. */
export class LinesByStart {
  readonly lines: readonly Cue[];
  /** Half of the places of the tree below. */
  private readonly size: number;
  /** A tree in one list: each place has the latest end of the two below it; the second half has those of the lines. */
  private readonly latest: Float64Array;

  constructor(lines: readonly Cue[]) {
    this.lines = lines.toSorted((one, other) => one.start - other.start);
    this.size = 2 ** Math.ceil(Math.log2(Math.max(1, lines.length)));
    this.latest = new Float64Array(2 * this.size).fill(-Infinity);
    for (const [index, { end }] of this.lines.entries()) this.latest[this.size + index] = end;
    for (let place = this.size - 1; place > 0; place -= 1)
      this.latest[place] = Math.max(this.endAt(2 * place), this.endAt(2 * place + 1));
  }

  /** The index of the first line that starts at a time or later, in seconds. */
  firstFrom(seconds: number): number {
    let [low, high] = [0, this.lines.length];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if ((this.lines[middle]?.start ?? Infinity) < seconds) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /**
   * The first index, from one on, of a line that ends late; the number of lines when there is none.
   * @param isLate true for all ends after one for which it is true
   */
  nextLate(from: number, isLate: (end: number) => boolean): number {
    const count = this.lines.length;
    if (from >= count) return count;
    let place = this.size + from;
    // Up, until the places to the right have such a line; then down to the first one.
    while (!isLate(this.endAt(place))) {
      while (place % 2 === 1) place = (place - 1) / 2;
      if (place === 0) return count;
      place += 1;
    }
    while (place < this.size) place = isLate(this.endAt(2 * place)) ? 2 * place : 2 * place + 1;
    return place - this.size;
  }

  private endAt(place: number): number {
    return this.latest[place] ?? -Infinity;
  }
}
