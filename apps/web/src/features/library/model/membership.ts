import { plans } from '@vault/contracts';
import type { SessionUser, UploadAllowance } from '@vault/contracts';

/** The plan of the user, as the library shows it. */
export interface Membership {
  /** How many videos the plan allows; undefined when the stored session is older than that field. */
  readonly videoLimit: number | undefined;
  /** Videos in the library plus open uploads; undefined until the server answers and while it cannot count them. */
  readonly used: number | undefined;
  readonly isTrial: boolean;
  readonly isOver: boolean;
}

/** For whoever uploads nothing here. */
export const noMembership: Membership = {
  videoLimit: undefined,
  used: undefined,
  isTrial: false,
  isOver: false,
};

/**
 * @param allowance the count and limit of the server; its limit applies, also for a plan that is not confirmed yet
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
