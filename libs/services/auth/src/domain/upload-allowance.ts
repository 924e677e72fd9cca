import type { Entitlement } from './entitlement.ts';

export interface UploadAllowance {
  readonly canUpload: boolean;
  /** Why not, as a sentence; empty when they can. */
  readonly msg: string;
  /** Videos in the library plus open uploads. */
  readonly used: number;
  /** How many of them the plan holds. */
  readonly videoLimit: number;
}

/**
 * May one more video be added?
 * @param used videos in the library plus open uploads
 */
export function decideUploadAllowance(entitlement: Entitlement, used: number): UploadAllowance {
  const { isAllowed, msg, videoLimit } = entitlement;
  const places = { used, videoLimit };
  if (!isAllowed) return { canUpload: false, msg, ...places };
  if (used < videoLimit) return { canUpload: true, msg: '', ...places };
  return {
    ...places,
    canUpload: false,
    msg: `You have used ${String(used)} of ${String(videoLimit)} videos of your plan. Delete one to upload another.`,
  };
}
