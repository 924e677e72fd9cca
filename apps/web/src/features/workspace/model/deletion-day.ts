import { restoreDays } from '@vault/contracts';

/** A day of the next or last weeks in the local time zone: `5 December`. @param seconds epoch seconds */
export function nearDay(seconds: number): string {
  return new Date(seconds * 1_000).toLocaleDateString('en-GB', { day: 'numeric', month: 'long' });
}

/** When a team that is closed now is deleted, in epoch seconds. */
export const deletionFromNow = (): number => Math.floor(Date.now() / 1_000) + restoreDays * 86_400;
