import { addedPurpose, grantPurpose } from './token-account.ts';

const dayMs = 24 * 60 * 60 * 1_000;

/** The sum of the entries of one purpose. */
export interface PurposeSum {
  readonly _id: string;
  readonly amount: number;
}

/** The start of a day in UTC, `daysAgo` days before the day of `now`. */
export function startOfDay(now: Date, daysAgo = 0): Date {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  return new Date(today - daysAgo * dayMs);
}

/** `yyyy-MM-dd`. */
export function nameOfDay(start: Date): string {
  return start.toISOString().slice(0, 10);
}

/**
 * The tokens spent and granted by the entries of a day. Never below 0, although refunds of the day before, or removed
 * tokens, may exceed the amounts of the day.
 */
export function sumsOfDay(sums: readonly PurposeSum[]): { readonly spent: number; readonly granted: number } {
  const isGrant = ({ _id }: PurposeSum) => _id === grantPurpose || _id === addedPurpose;
  const total = (some: readonly PurposeSum[]) => some.reduce((sum, { amount }) => sum + amount, 0);
  const spent = -total(sums.filter((sum) => !isGrant(sum)));
  return { spent: Math.max(0, spent), granted: Math.max(0, total(sums.filter(isGrant))) };
}
