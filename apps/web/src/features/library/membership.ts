import { plans } from '@vault/contracts';
import type { SessionUser, UploadAllowance } from '@vault/contracts';

/** What the library says about the reader's plan. */
export interface Membership {
  /** How many videos the plan holds; undefined when the stored session is older than that field. */
  readonly videoLimit: number | undefined;
  /** Videos in the library plus open uploads; undefined until the server has said, and while it cannot count them. */
  readonly used: number | undefined;
  readonly isTrial: boolean;
  readonly isOver: boolean;
}

/**
 * @param allowance what the server counted; its limit is the one that holds, also for a plan that is not confirmed yet
 * @param now epoch seconds
 */
export function membershipOf(
  user: Partial<Pick<SessionUser, 'plan' | 'membership_end'>>,
  allowance: UploadAllowance | undefined,
  now: number,
): Membership {
  const { plan, membership_end: end } = user;
  return {
    videoLimit: allowance?.videoLimit || (plan === undefined ? undefined : plans[plan].videoLimit),
    used: allowance?.used ?? undefined,
    isTrial: plan === 'free',
    isOver: end !== undefined && end <= now,
  };
}
