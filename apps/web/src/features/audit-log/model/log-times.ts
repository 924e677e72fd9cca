import type { WorkspaceLogPage } from '@vault/contracts';
import { dayOf, endOfDay } from '../../../lib/format/end-day.ts';
import { formatNumber } from '../../../lib/format/format-number.ts';

const clock = { hour: '2-digit', minute: '2-digit' } as const;

/** When an entry was made, in the local time zone: `28 Nov 14:03:22`, with the year unless it is the present one. */
export function entryTime(at: number, now: number): string {
  const date = new Date(at * 1_000);
  const year = date.getFullYear() === new Date(now * 1_000).getFullYear() ? undefined : 'numeric';
  const day = date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year });
  return `${day} ${date.toLocaleTimeString('en-GB', { ...clock, second: '2-digit' })}`;
}

/** The same with everything that there is to say: `28 November 2026 at 14:03:22 CET`. */
export function wholeTime(at: number): string {
  return new Date(at * 1_000).toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'long' });
}

/** When the chain was checked, and that it was whole; empty before the first check. @param now epoch seconds */
export function checkText(checkedAt: WorkspaceLogPage['checked_at'], now: number): string {
  if (checkedAt === null) return '';
  const time = new Date(checkedAt * 1_000).toLocaleTimeString('en-GB', clock);
  return `Chain checked ${checkDay(checkedAt, now)} at ${time}: whole.`;
}

/** What is wrong with the chain. */
export function breakText(entry: number): string {
  return entry > 1
    ? `Entry ${formatNumber(entry)} does not follow ${formatNumber(entry - 1)}.`
    : 'Entry 1 is not as it was written.';
}

/** The first moment of a day of a date field, in epoch seconds; undefined without a day. */
export function dayStart(day: string): number | undefined {
  return day === '' ? undefined : new Date(`${day}T00:00:00`).getTime() / 1_000;
}

/** The last moment of a day, like {@link dayStart}. */
export function dayEnd(day: string): number | undefined {
  return day === '' ? undefined : endOfDay(day) + 0.999;
}

function checkDay(at: number, now: number): string {
  const day = dayOf(at);
  if (day === dayOf(now)) return 'today';
  // At noon: a day may have 23 hours.
  const noon = new Date(`${dayOf(now)}T12:00:00`).getTime() / 1_000;
  if (day === dayOf(noon - 86_400)) return 'yesterday';
  return `on ${new Date(at * 1_000).toLocaleDateString('en-GB', { day: 'numeric', month: 'long' })}`;
}
