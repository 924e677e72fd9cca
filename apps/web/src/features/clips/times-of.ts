import type { ClipTimes } from '@vault/contracts';
import type { Stretch } from '../../components/player/clip-requests.ts';
import { spanAt } from '../../lib/chapter-spans.ts';
import { formatTimeCode } from '../../lib/time-code.ts';

/**
 * A stretch as the times of a clip: in whole seconds that hold all of it, a second long at least, and out before the
 * end of the video, as clips have to be. `duration` in seconds.
 */
export function timesOf({ from, to }: Stretch, duration: number): ClipTimes {
  const last = Math.max(0, Math.ceil(duration) - 1);
  const timeIn = Math.max(0, Math.min(Math.floor(from), last - 1));
  const timeOut = Math.min(Math.max(Math.ceil(to), timeIn + 1), last);
  return { timeIn: formatTimeCode(timeIn), timeOut: formatTimeCode(timeOut) };
}

/** From a moment to the end of the chapter it is in. */
export function restOfChapter(
  seconds: number,
  spans: readonly { readonly from: number }[],
  duration: number,
): Stretch {
  return { from: seconds, to: spans[spanAt(spans, seconds) + 1]?.from ?? duration };
}
