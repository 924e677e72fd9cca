import { AppError } from '../errors/app-error.ts';

/** How many tries are taken within a sliding window. */
export interface TryLimit {
  readonly tries: number;
  readonly windowMs: number;
}

const windowMs = 15 * 60 * 1000;

/** Failed sign-ins of one account. */
export const accountLimit: TryLimit = { tries: 10, windowMs };

/** Failed sign-ins from one address: many people may share one. */
export const addressLimit: TryLimit = { tries: 100, windowMs };

/** The tries to keep when another is taken, or how long to wait. Times are epoch milliseconds, oldest first. */
export type TryDecision =
  | { readonly isAllowed: true; readonly tries: readonly number[] }
  | { readonly isAllowed: false; readonly waitMs: number };

/** Takes one more try at `now`, unless the window already holds as many as the limit. */
export function decideTry(tries: readonly number[], now: number, limit: TryLimit): TryDecision {
  const recent = tries.filter((at) => at > now - limit.windowMs).slice(-limit.tries);
  const [oldest] = recent;
  if (oldest === undefined || recent.length < limit.tries)
    return { isAllowed: true, tries: [...recent, now] };
  return { isAllowed: false, waitMs: oldest + limit.windowMs - now };
}

/** Takes one try at `at` back. */
export function withoutTry(tries: readonly number[], at: number): readonly number[] {
  const index = tries.indexOf(at);
  return index < 0 ? tries : tries.toSpliced(index, 1);
}

/** What a person who has to wait is answered. @param what there were too many of, as a sentence */
export function tooMany(waitMs: number, what = 'Too many tries.'): AppError {
  const minutes = Math.max(1, Math.ceil(waitMs / 60_000));
  const unit = minutes === 1 ? 'minute' : 'minutes';
  const message = `${what} Please wait ${String(minutes)} ${unit} and try again.`;
  return new AppError('too-many-requests', message, { retryAfterMs: waitMs });
}
