export interface UploadAllowance {
  readonly canUpload: boolean;
  /** Why not, as a sentence; empty when they can. */
  readonly msg: string;
  /** Videos in the library plus open uploads; undefined while nobody can count them. */
  readonly used: number | undefined;
  /** How many of them the plan holds. */
  readonly videoLimit: number;
}

/**
 * May one more video be added, where plan and membership allow it?
 * @param used videos in the library plus open uploads
 */
export function decideUploadAllowance(used: number, videoLimit: number): UploadAllowance {
  const places = { used, videoLimit };
  if (used < videoLimit) return { canUpload: true, msg: '', ...places };
  return {
    ...places,
    canUpload: false,
    msg: `You have used ${String(used)} of ${String(videoLimit)} videos of your plan. Delete one to upload another.`,
  };
}
