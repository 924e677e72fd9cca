import { z } from 'zod';

/** What the video host says of a clip that was requested. */
export interface ClipAsset {
  readonly status: 'preparing' | 'ready' | 'errored';
  readonly percent: number;
  readonly errorMessage?: string;
  /** What it lacks, as sentences. */
  readonly warnings?: readonly string[];
  /** The file to download, once it is made. */
  readonly downloadName?: string;
  readonly downloadBytes?: number;
}

/** The progress of a clip. */
export const clipProgress = {
  state: z.enum(['making', 'ready', 'failed']).default('making'),
  /** Why it failed, or what it lacks, as a sentence. */
  reason: z.string().default(''),
  /** At the video host; empty until it has accepted the request. */
  assetId: z.string().default(''),
  playbackId: z.string().default(''),
  /** The size of the file; 0 until it is ready, and when unknown. */
  bytes: z.number().default(0),
  /** Assets at the video host that have to be deleted. */
  obsoleteAssetIds: z.array(z.string()).default([]),
  /** The progress that the host reported, and when it last increased. */
  percent: z.number().default(0),
  progressedAt: z.date(),
  /** When the clip is checked next; absent when no check is needed. */
  nextCheckAt: z.date().optional(),
};
export type ClipProgress = z.infer<z.ZodObject<typeof clipProgress>>;

const secondMs = 1_000;
/** A clip fails after this time without progress; waiting for other clips takes less. */
const maxStallMs = 15 * 60 * secondMs;
const fastCheckMs = 60 * secondMs;
/** A failed clip can be read this long; the page that requested it reads it much sooner. */
export const failedRetentionMs = 24 * 60 * 60 * secondMs;

/** When a clip in the making is checked next: a short one takes seconds, a long one minutes. */
export function nextCheckTime({ progressedAt }: Pick<ClipProgress, 'progressedAt'>, now: Date): Date {
  const wait = now.getTime() - progressedAt.getTime() < fastCheckMs ? secondMs : 5 * secondMs;
  return new Date(now.getTime() + wait);
}

/** The host has accepted the request. */
export function started(
  { assetId, playbackId }: Pick<ClipProgress, 'assetId' | 'playbackId'>,
  now: Date,
): Partial<ClipProgress> {
  return {
    assetId,
    playbackId,
    percent: 0,
    progressedAt: now,
    nextCheckAt: nextCheckTime({ progressedAt: now }, now),
  };
}

/** The change of a clip in the making after a check at the host. */
export function applyHostUpdate(
  clip: ClipProgress,
  asset: ClipAsset | null,
  now: Date,
): Partial<ClipProgress> {
  if (!asset) return failed(clip, 'The video host no longer has this clip. Please cut it again.', now);
  if (asset.status === 'errored') {
    return failed(clip, asset.errorMessage ?? 'The clip could not be cut. Please try again.', now);
  }
  if (asset.downloadName !== undefined) {
    const reason = (asset.warnings ?? []).join(' ');
    return { state: 'ready', reason, percent: 100, bytes: asset.downloadBytes ?? 0 };
  }
  const hasProgressed = asset.percent > clip.percent;
  if (!hasProgressed && now.getTime() - clip.progressedAt.getTime() > maxStallMs) {
    return failed(clip, 'The clip took too long to make. Please try again.', now);
  }
  const progress = hasProgressed ? { percent: asset.percent, progressedAt: now } : {};
  return {
    ...progress,
    nextCheckAt: nextCheckTime({ progressedAt: progress.progressedAt ?? clip.progressedAt }, now),
  };
}

/** The clip failed; its asset at the host is obsolete. */
export function failed(clip: ClipProgress, reason: string, now: Date): Partial<ClipProgress> {
  const obsoleteAssetIds = [...new Set([...clip.obsoleteAssetIds, ...(clip.assetId ? [clip.assetId] : [])])];
  return {
    state: 'failed',
    reason,
    assetId: '',
    playbackId: '',
    bytes: 0,
    obsoleteAssetIds,
    nextCheckAt: now,
  };
}
