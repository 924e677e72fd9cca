const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' });
const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

const dateOf = (seconds: number) => new Date(seconds * 1_000);

/** A day in the local time zone: `23 November 2026`. @param seconds epoch seconds */
export function dayText(seconds: number): string {
  return day.format(dateOf(seconds));
}

/** A time in the local time zone: `23 Nov 2026, 09:30`. @param seconds epoch seconds */
export function momentText(seconds: number): string {
  return moment.format(dateOf(seconds));
}
