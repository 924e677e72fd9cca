/** Thrown when a whole text is refused. Never thrown for a single invalid cue, which is skipped. */
export class WebVttError extends Error {
  override readonly name = 'WebVttError';

  /** The line, counted from 1, where parsing stopped. */
  readonly line: number;
  /** One short sentence. */
  readonly reason: string;

  constructor(line: number, reason: string) {
    super(`WebVTT line ${String(line)}: ${reason}`);
    this.line = line;
    this.reason = reason;
  }
}
