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
