import { formatTimeCode } from '@vault/contracts';

export { formatTimeCode, parseTimeCode } from '@vault/contracts';

/** Formats seconds as `mm:ss`, or `hh:mm:ss` from one hour on. Fractions are cut, not rounded. */
export function formatDuration(seconds: number): string {
  const timeCode = formatTimeCode(Number.isFinite(seconds) ? seconds : 0);
  return timeCode.startsWith('00:') ? timeCode.slice(3) : timeCode;
}

/** As {@link formatDuration}, with one digit in front: `m:ss`, `h:mm:ss`. */
export function shortTime(seconds: number): string {
  return formatDuration(seconds).replace(/^0/, '');
}

/** As {@link formatDuration}, with tenths of a second, which are cut too. */
export function formatTenths(seconds: number): string {
  const tenths = Math.floor((Math.round(seconds * 1000) % 1000) / 100);
  return `${formatDuration(seconds)}.${String(tenths)}`;
}

/** Seconds of an `HH:MM:SS` time code; 0 for any other text. */
export function secondsOf(timecode: string): number {
  const match = /^(\d{1,3}):([0-5]\d):([0-5]\d)$/.exec(timecode);
  if (!match) return 0;
  const [, hours, minutes, seconds] = match;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}
