import { plans } from '@vault/contracts';
import type { SessionUser } from '@vault/contracts';

/** What the library says about the reader's plan. */
export interface Membership {
  /** How many videos the plan holds; undefined when the stored session is older than that field. */
  readonly videoLimit: number | undefined;
  readonly isTrial: boolean;
  readonly isOver: boolean;
}

/** @param now epoch seconds */
export function membershipOf(
  user: Partial<Pick<SessionUser, 'plan' | 'membership_end'>>,
  now: number,
): Membership {
  const { plan, membership_end: end } = user;
  return {
    videoLimit: plan === undefined ? undefined : plans[plan].videoLimit,
    isTrial: plan === 'free',
    isOver: end !== undefined && end <= now,
  };
}
