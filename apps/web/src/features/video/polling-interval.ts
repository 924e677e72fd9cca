/** The polling interval of a video, in milliseconds. */
const everyMs = 1000;
/** After a long wait a few seconds do not matter to the user. */
const afterLongWaitMs = 5000;
const maxMs = 30_000;

interface Waiting {
  /** Consecutive failed requests. */
  readonly failures: number;
  readonly isLong: boolean;
}

/** One second; five seconds after a long wait; with exponential back-off after failures. */
export function pollingInterval({ failures, isLong }: Waiting): number {
  return Math.min(maxMs, (isLong ? afterLongWaitMs : everyMs) * 2 ** Math.min(failures, 10));
}
