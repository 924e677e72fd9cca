/** Seconds of a complete `HH:MM:SS`, or null for anything else. */
export function parseTimeCode(text: string): number | null {
  const match = /^(\d{2}):([0-5]\d):([0-5]\d)$/.exec(text);
  if (!match) return null;
  const [, hours, minutes, seconds] = match;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

/** `HH:MM:SS` of seconds, rounded down to whole seconds. */
export function formatTimeCode(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds) || 0);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

/** A recording is shorter: what is longer is no time. In seconds. */
const longestTime = 100_000;
const inUnits = /^(?:(\d{1,2})h)?(?:(\d{1,4})m)?(?:(\d{1,6}(?:\.\d{1,6})?)s?)?$/;
const withColons = /^(?:(\d{1,2}):)?(\d{1,4}):(\d{1,2}(?:\.\d{1,6})?)$/;

/**
 * Seconds of a time in a link, as sites and people write it: `90`, `90s`, `1m10s`, `1:10`, `1:02:03`.
 * @returns null for anything else
 */
export function parseLinkTime(text: string): number | null {
  // `npt:` and an end belong to the times of https://www.w3.org/TR/media-frags.
  const [typed = ''] = text.toLowerCase().replaceAll(/\s+/g, '').replace(/^npt:/, '').split(',');
  const match = typed === '' ? null : (inUnits.exec(typed) ?? withColons.exec(typed));
  if (!match) return null;
  const [, hours = 0, minutes = 0, seconds = 0] = match.map((part: string | undefined) => Number(part ?? 0));
  const time = hours * 3600 + minutes * 60 + seconds;
  return time < longestTime ? time : null;
}
