import { plans, type Plan, type PlanId } from '@vault/contracts';

/** What the limits of an account follow from. */
export interface ChosenPlan {
  readonly plan: PlanId;
  /** False while an executive registration waits for staff. */
  readonly isConfirmed: boolean;
}

/** What an account may use now: its plan's limits, or those of the free plan until staff have confirmed it. */
export type PlanLimits = Pick<Plan, 'videoLimit' | 'monthlyTokens'>;

export function limitsOf({ plan, isConfirmed }: ChosenPlan): PlanLimits {
  const { videoLimit, monthlyTokens } = plans[isConfirmed ? plan : 'free'];
  return { videoLimit, monthlyTokens };
}
