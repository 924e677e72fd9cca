import type { PlanId } from '@vault/contracts';

const dayMs = 24 * 60 * 60 * 1000;
const trialDays = 3;

/**
 * When a membership that starts at `start` ends: the free trial after three days, a paid plan after one calendar month.
 * @returns an instant later than `start`
 */
export function membershipEndOf(plan: PlanId, start: Date): Date {
  return plan === 'free' ? new Date(start.getTime() + trialDays * dayMs) : oneMonthAfter(start);
}

/** The same day and time of the next month in UTC, or that month's last day when it is shorter. */
export function oneMonthAfter(start: Date): Date {
  const end = new Date(start);
  end.setUTCDate(1);
  end.setUTCMonth(end.getUTCMonth() + 1);
  end.setUTCDate(Math.min(start.getUTCDate(), daysOfMonth(end)));
  return end;
}

function daysOfMonth(date: Date): number {
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
}
