/** Why a whole text was refused. A single bad cue never raises it: bad cues are skipped. */
export class WebVttError extends Error {
  override readonly name = 'WebVttError';

  /** The line, counted from 1, where reading stopped. */
  readonly line: number;
  /** One short sentence. */
  readonly reason: string;

  constructor(line: number, reason: string) {
    super(`WebVTT line ${String(line)}: ${reason}`);
    this.line = line;
    this.reason = reason;
  }
}
