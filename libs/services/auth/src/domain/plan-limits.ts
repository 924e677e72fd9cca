import { plans, type Plan, type PlanId } from '@vault/contracts';

/** The fields of an account that decide its limits. */
export interface ChosenPlan {
  readonly plan: PlanId;
  /** False while an executive registration waits for confirmation by staff. */
  readonly isConfirmed: boolean;
  /** Of a team: the videos in place of those of the plan. */
  readonly videoLimit?: number;
}

/** The limits of the plan, or of the free plan until staff have confirmed it. */
export type PlanLimits = Pick<Plan, 'videoLimit' | 'monthlyTokens' | 'portalLimit'>;

export function limitsOf(chosen: ChosenPlan): PlanLimits {
  const { videoLimit, monthlyTokens, portalLimit } = plans[chosen.isConfirmed ? chosen.plan : 'free'];
  return { videoLimit: chosen.videoLimit ?? videoLimit, monthlyTokens, portalLimit };
}
