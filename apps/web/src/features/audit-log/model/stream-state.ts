import type { LogStreamRecord } from '@vault/contracts';
import { countOf } from '../../../lib/format/format-number.ts';
import { entryTime } from './log-times.ts';

/** How the deliveries of a stream go. @param now epoch seconds */
export function streamState(
  stream: Pick<LogStreamRecord, 'delivered_at' | 'waiting' | 'problem'>,
  now: number,
): string {
  const { delivered_at: at, waiting, problem } = stream;
  const last = at === null ? 'Nothing was delivered yet' : `Last delivered ${entryTime(at, now)}`;
  const left = waiting === 0 ? 'nothing waits' : `${countOf(waiting, 'entry', 'entries')} waiting`;
  return [`${last}, ${left}.`, problem].join(' ').trim();
}
