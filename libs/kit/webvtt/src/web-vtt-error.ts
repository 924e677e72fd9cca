/** Why a whole text was refused. A single bad cue never raises it: bad cues are skipped. */
export class WebVttError extends Error {
  override readonly name = 'WebVttError';

  /**
   * @param line the line, counted from 1, where reading stopped
   * @param reason one short sentence
   */
  constructor(
    readonly line: number,
    readonly reason: string,
  ) {
    super(`WebVTT line ${String(line)}: ${reason}`);
  }
}
