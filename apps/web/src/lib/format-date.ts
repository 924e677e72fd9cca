/** A time as the API returns it: epoch seconds, or a date as text. */
export type Moment = number | string | null | undefined;

const missing = 'N/A';
const latestSeconds = 8_640_000_000_000;

function toIso(moment: Moment): string | undefined {
  if (moment === null || moment === undefined || moment === '') return undefined;
  const date = typeof moment === 'number' ? new Date(moment * 1_000) : new Date(moment);
  const isDate = Math.abs(date.getTime()) <= latestSeconds * 1_000;
  return isDate ? date.toISOString() : undefined;
}

/** `yyyy-MM-dd` in UTC, so that all staff members see the same day; `N/A` when there is no date. */
export function formatDay(moment: Moment): string {
  return toIso(moment)?.slice(0, 10) ?? missing;
}

/** `yyyy-MM-dd HH:mm:ss` in UTC; `N/A` when there is no date. */
export function formatMoment(moment: Moment): string {
  return toIso(moment)?.slice(0, 19).replace('T', ' ') ?? missing;
}
