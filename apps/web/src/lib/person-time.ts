const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' });
const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

const dateOf = (seconds: number) => new Date(seconds * 1_000);

/** A day where the reader is: `23 November 2026`. Epoch seconds. */
export function dayText(seconds: number): string {
  return day.format(dateOf(seconds));
}

/** A moment where the reader is: `23 Nov 2026, 09:30`. Epoch seconds. */
export function momentText(seconds: number): string {
  return moment.format(dateOf(seconds));
}
