/** A time as the API returns it: epoch seconds, or a date as text. */
export type Moment = number | string | null | undefined;

const missing = 'N/A';
const latestMs = 8_640_000_000_000_000;

function toIso(moment: Moment): string | undefined {
  if (moment === null || moment === undefined || moment === '') return undefined;
  const date = typeof moment === 'number' ? new Date(moment * 1_000) : new Date(moment);
  return Math.abs(date.getTime()) <= latestMs ? date.toISOString() : undefined;
}

/** `yyyy-MM-dd` in UTC, so that all staff members see the same day; `N/A` when there is no date. */
export function formatDay(moment: Moment): string {
  return toIso(moment)?.slice(0, 10) ?? missing;
}

/** `yyyy-MM-dd HH:mm:ss` in UTC; `N/A` when there is no date. */
export function formatMoment(moment: Moment): string {
  return toIso(moment)?.slice(0, 19).replace('T', ' ') ?? missing;
}

/** A day in the local time zone: `23 November 2026`. @param seconds epoch seconds */
export function dayText(seconds: number): string {
  return new Date(seconds * 1_000).toLocaleDateString('en-GB', { dateStyle: 'long' });
}

/** The same without the year when it is the present one: `23 November`. @param now epoch seconds */
export function shortDay(seconds: number, now: number): string {
  const date = new Date(seconds * 1_000);
  const isThisYear = date.getFullYear() === new Date(now * 1_000).getFullYear();
  return isThisYear ? date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long' }) : dayText(seconds);
}

/** A day in the local time zone, in a sentence: `today`, or `on 23 November 2026`. @param seconds epoch seconds */
export function nearText(seconds: number): string {
  const day = dayText(seconds);
  return day === dayText(Date.now() / 1_000) ? 'today' : `on ${day}`;
}

/** A time in the local time zone: `23 Nov 2026, 09:30`. @param seconds epoch seconds */
export function momentText(seconds: number): string {
  return new Date(seconds * 1_000).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
}

const units = [
  ['y', 365 * 86_400],
  ['m', 30 * 86_400],
  ['w', 7 * 86_400],
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
  ['s', 1],
] as const;

/** Age in the largest whole unit: `5 min ago`. Both times are epoch seconds; a future time gives `0 s ago`. */
export function relativeAge(createdAt: number, now: number): string {
  const seconds = Math.max(0, Math.floor(now - createdAt));
  const [unit, length] = units.find((each) => seconds >= each[1]) ?? units[6];
  return `${String(Math.floor(seconds / length))} ${unit} ago`;
}

/**
 * A rough text for an estimated remaining time: `about 3 minutes left`.
 * @param seconds 0 or more
 */
export function timeLeft(seconds: number): string {
  if (seconds < 45) return `about ${String(Math.max(1, Math.ceil(seconds / 10)) * 10)} seconds left`;
  if (seconds < 90) return 'about a minute left';
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `about ${String(minutes)} minutes left`;
  const quarters = Math.round(seconds / 900);
  const rest = (quarters % 4) * 15;
  return `about ${String(Math.floor(quarters / 4))} h${rest === 0 ? '' : ` ${String(rest)} min`} left`;
}
