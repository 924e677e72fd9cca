import type { Entitlement } from './entitlement.ts';

export interface UploadAllowance {
  readonly canUpload: boolean;
  /** Why not, as a sentence; empty when they can. */
  readonly msg: string;
}

/**
 * May one more video be added?
 * @param used videos in the library plus open uploads
 */
export function decideUploadAllowance(entitlement: Entitlement, used: number): UploadAllowance {
  const { isAllowed, msg, videoLimit } = entitlement;
  if (!isAllowed) return { canUpload: false, msg };
  if (used < videoLimit) return { canUpload: true, msg: '' };
  return {
    canUpload: false,
    msg: `You have used ${String(used)} of ${String(videoLimit)} videos of your plan. Delete one to upload another.`,
  };
}
