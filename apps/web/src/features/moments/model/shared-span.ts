import type { MomentRecord } from '@vault/contracts';

/** A shorter part cannot be understood. */
const minSeconds = 5;

interface TimeRange {
  readonly from: number;
  readonly to: number;
}

const toMilliseconds = (seconds: number) => Math.floor(seconds * 1000) / 1000;

/** The span that is sent to the server: inside the video, in whole milliseconds. All in seconds. */
export function sharedSpan({ from, to }: TimeRange, duration: number): Pick<MomentRecord, 'start' | 'end'> {
  return { start: toMilliseconds(from), end: toMilliseconds(Math.min(to, duration)) };
}

/** A span that ends as the given one, but is not too short: just before the end of a chapter it starts earlier. */
export function longEnough({ from, to }: TimeRange): TimeRange {
  return { from: Math.max(0, Math.min(from, to - minSeconds)), to };
}
