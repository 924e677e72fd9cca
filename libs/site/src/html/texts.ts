import { formatTimeCode } from '@vault/contracts';
import { cutText } from '@vault/webvtt';

/** `5:31`, or `1:05:31` from an hour on. */
export function shortTime(seconds: number): string {
  return formatTimeCode(seconds).replace(/^(?:00:)?0?/, '');
}

/** At most this many characters, cut between words. */
export function shortened(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${cutText(text, length)
    .replace(/\s+\S*$/, '')
    .trimEnd()}…`;
}
