/**
 * The same day of a later month in UTC, or the last day of that month if it is shorter.
 * @param from epoch seconds
 * @returns epoch seconds
 */
export function monthsAfter(from: number, months: number): number {
  const date = new Date(from * 1_000);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const daysOfMonth = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, daysOfMonth));
  return date.getTime() / 1_000;
}
