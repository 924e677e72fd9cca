import { plans, type Plan, type PlanId } from '@vault/contracts';

/** The fields of an account that decide its limits. */
export interface ChosenPlan {
  readonly plan: PlanId;
  /** False while an executive registration waits for confirmation by staff. */
  readonly isConfirmed: boolean;
}

/** The limits of the plan, or of the free plan until staff have confirmed it. */
export type PlanLimits = Pick<Plan, 'videoLimit' | 'monthlyTokens' | 'portalLimit'>;

export function limitsOf({ plan, isConfirmed }: ChosenPlan): PlanLimits {
  const { videoLimit, monthlyTokens, portalLimit } = plans[isConfirmed ? plan : 'free'];
  return { videoLimit, monthlyTokens, portalLimit };
}
