import type { Cue } from '@vault/webvtt';

/** The indexes of the lines of one speaker, and of the edited line; of all lines without a speaker. */
export function shownLines(lines: readonly Cue[], speaker: string | undefined, edited: number): number[] {
  const all = [...lines.keys()];
  return speaker === undefined
    ? all
    : all.filter((index) => lines[index]?.speaker === speaker || index === edited);
}

/** The row of a line; of a line that is not shown, the row before it, or the first. */
export function rowOf(shown: readonly number[], line: number): number {
  let [low, high] = [0, shown.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((shown[middle] ?? Infinity) <= line) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}

interface Line {
  /** Seconds. */
  readonly start: number;
  readonly end: number;
}

/** The index of the line that is spoken at a time, or else of the next one, or of the last; -1 without lines. */
export function lineAt(lines: readonly Line[], seconds: number): number {
  const started = lines.findLastIndex(({ start }) => start <= seconds);
  const isSpoken = seconds < (lines[started]?.end ?? 0);
  return isSpoken ? started : Math.min(started + 1, lines.length - 1);
}
