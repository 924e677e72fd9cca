import { AppError } from '@vault/base';

/** How many attempts are allowed within a sliding window. */
export interface TryLimit {
  readonly tries: number;
  readonly windowMs: number;
}

const windowMs = 15 * 60 * 1000;

/** The limit of failed sign-ins of one account. */
export const accountLimit: TryLimit = { tries: 10, windowMs };

/** The limit of failed sign-ins from one address, which many people may share. */
export const addressLimit: TryLimit = { tries: 100, windowMs };

/** The attempts to store when another is allowed, or the time to wait. Times are epoch milliseconds, oldest first. */
export type TryDecision =
  | { readonly isAllowed: true; readonly tries: readonly number[] }
  | { readonly isAllowed: false; readonly waitMs: number };

/** Allows one more attempt at `now`, unless the window already contains as many as the limit. */
export function decideTry(tries: readonly number[], now: number, limit: TryLimit): TryDecision {
  const recent = tries.filter((at) => at > now - limit.windowMs).slice(-limit.tries);
  const [oldest] = recent;
  if (oldest === undefined || recent.length < limit.tries)
    return { isAllowed: true, tries: [...recent, now] };
  return { isAllowed: false, waitMs: oldest + limit.windowMs - now };
}

/** Removes one attempt at `at`. */
export function withoutTry(tries: readonly number[], at: number): readonly number[] {
  const index = tries.indexOf(at);
  return index < 0 ? tries : tries.toSpliced(index, 1);
}

/** The refusal of an attempt. @param what the first sentence of its message */
export function tooMany(waitMs: number, what = 'Too many tries.'): AppError {
  const minutes = Math.max(1, Math.ceil(waitMs / 60_000));
  const unit = minutes === 1 ? 'minute' : 'minutes';
  const message = `${what} Please wait ${String(minutes)} ${unit} and try again.`;
  return new AppError('too-many-requests', message, { retryAfterMs: waitMs });
}
