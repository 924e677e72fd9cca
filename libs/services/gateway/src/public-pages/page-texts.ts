import { cutText } from '@vault/webvtt';

/** `5:31`, or `1:05:31` from an hour on. */
export function shortTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  return hours === 0
    ? `${String(minutes)}:${twoDigits(rest)}`
    : `${String(hours)}:${twoDigits(minutes)}:${twoDigits(rest)}`;
}

/** At most this many characters, cut between words. */
export function shortened(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${cutText(text, length)
    .replace(/\s+\S*$/, '')
    .trimEnd()}…`;
}
