export { formatTimeCode, parseTimeCode } from '@vault/contracts';

const two = (value: number) => String(value).padStart(2, '0');

/** Formats seconds as `mm:ss`, or `hh:mm:ss` from one hour on. Fractions are cut, not rounded. */
export function formatDuration(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0;
  const minutes = two(Math.floor(whole / 60) % 60);
  const rest = two(whole % 60);
  return whole < 3600 ? `${minutes}:${rest}` : `${two(Math.floor(whole / 3600))}:${minutes}:${rest}`;
}

/** Seconds of an `HH:MM:SS` time code; 0 for any other text. */
export function secondsOf(timecode: string): number {
  const match = /^(\d{1,3}):([0-5]\d):([0-5]\d)$/.exec(timecode);
  if (!match) return 0;
  const [, hours, minutes, seconds] = match;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}
