import { backOff } from '../../../api/http/back-off.ts';

/** The polling interval of a video, in milliseconds. */
const everyMs = 1000;
/** After a long wait a few seconds do not matter to the user. */
const afterLongWaitMs = 5000;
/** While changes are reported, polls only replace a report that was lost. */
const whileReportedMs = 30_000;

interface Waiting {
  /** Consecutive failed requests. */
  readonly failures: number;
  readonly isLong: boolean;
  /** Whether the page is informed of the changes that it waits for. */
  readonly isReported?: boolean;
}

/**
 * One second; five seconds after a long wait; thirty while changes are reported; with exponential back-off after
 * failures.
 */
export function pollingInterval({ failures, isLong, isReported = false }: Waiting): number {
  if (isReported && failures === 0) return whileReportedMs;
  return backOff(isLong ? afterLongWaitMs : everyMs, failures);
}
