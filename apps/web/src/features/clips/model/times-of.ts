import type { ClipTimes } from '@vault/contracts';
import type { TimeRange } from '../../../components/player/clip-requests.ts';
import { formatTimeCode } from '../../../lib/format/format-time.ts';

/**
 * The times of a clip that contains a span: whole seconds, at least one second long, and ending before the end of the
 * video, as the server requires. `duration` in seconds.
 */
export function timesOf({ from, to }: TimeRange, duration: number): ClipTimes {
  const last = Math.max(0, Math.ceil(duration) - 1);
  const timeIn = Math.max(0, Math.min(Math.floor(from), last - 1));
  const timeOut = Math.min(Math.max(Math.ceil(to), timeIn + 1), last);
  return { timeIn: formatTimeCode(timeIn), timeOut: formatTimeCode(timeOut) };
}
