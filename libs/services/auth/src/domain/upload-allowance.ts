export interface UploadAllowance {
  readonly canUpload: boolean;
  /** The reason of a refusal, as a sentence; empty when allowed. */
  readonly msg: string;
  /** Videos in the library plus open uploads; undefined while they cannot be counted. */
  readonly used: number | undefined;
  /** The most videos of the plan. */
  readonly videoLimit: number;
}

/**
 * Decides whether one more video may be added, when plan and membership allow uploads.
 * @param used videos in the library plus open uploads
 */
export function decideUploadAllowance(used: number, videoLimit: number): UploadAllowance {
  const counts = { used, videoLimit };
  if (used < videoLimit) return { canUpload: true, msg: '', ...counts };
  return {
    ...counts,
    canUpload: false,
    msg: `You have used ${String(used)} of ${String(videoLimit)} videos of your plan. Delete one to upload another.`,
  };
}
