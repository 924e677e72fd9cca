/** How often a video is asked for, in milliseconds. */
const everyMs = 1000;
/** Who has waited for long will not notice the seconds any more. */
const afterLongWaitMs = 5000;
const mostMs = 30_000;

interface Waiting {
  /** How often in a row nobody answered. */
  readonly failures: number;
  readonly isLong: boolean;
}

/** Once a second; less often after a long wait, and ever less often while nobody answers. */
export function pollingInterval({ failures, isLong }: Waiting): number {
  return Math.min(mostMs, (isLong ? afterLongWaitMs : everyMs) * 2 ** Math.min(failures, 10));
}
