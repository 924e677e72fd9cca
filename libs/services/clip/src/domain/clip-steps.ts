import type { HostAsset, HostClip } from '@vault/integrations';

/** How far a clip is. */
export interface ClipProgress {
  state: 'making' | 'ready' | 'failed';
  /** Why it failed, as a sentence. */
  reason: string;
  /** Of the video host; empty until it has said that it cuts. */
  assetId: string;
  playbackId: string;
  /** Assets of the video host that nobody wants any more; they are deleted there. */
  wasteIds: string[];
  /** How far the host said it is, and when it last said so of something new. */
  percent: number;
  movedAt: Date;
  /** When the clip is looked at next; absent when nothing is expected of it. */
  nextCheckAt?: Date;
}

const secondMs = 1_000;
/** Longer than a clip ever stands still, even behind others. */
const stillForMs = 15 * 60 * secondMs;
const quickForMs = 60 * secondMs;
/** The page that asked for a clip hears of its failure long before. */
export const failedForMs = 24 * 60 * 60 * secondMs;

/** When a clip in the making is looked at next: a short one is there in seconds, a long one in minutes. */
export function nextLook({ movedAt }: Pick<ClipProgress, 'movedAt'>, now: Date): Date {
  const wait = now.getTime() - movedAt.getTime() < quickForMs ? secondMs : 5 * secondMs;
  return new Date(now.getTime() + wait);
}

/** The host cuts it. */
export function begun({ assetId, playbackId }: HostClip, now: Date): Partial<ClipProgress> {
  return { assetId, playbackId, percent: 0, movedAt: now, nextCheckAt: nextLook({ movedAt: now }, now) };
}

/** What the host's view of a clip in the making changes. */
export function afterHostNews(clip: ClipProgress, asset: HostAsset | null, now: Date): Partial<ClipProgress> {
  if (!asset) return failed(clip, 'The clip is gone at the video host. Please cut it again.', now);
  if (asset.status === 'errored') {
    return failed(clip, asset.errorMessage ?? 'The clip could not be cut. Please try again.', now);
  }
  if (asset.downloadName !== undefined) return { state: 'ready', percent: 100 };
  const hasMoved = asset.percent > clip.percent;
  if (!hasMoved && now.getTime() - clip.movedAt.getTime() > stillForMs) {
    return failed(clip, 'The clip took too long to make. Please try again.', now);
  }
  const moved = hasMoved ? { percent: asset.percent, movedAt: now } : {};
  return { ...moved, nextCheckAt: nextLook({ movedAt: moved.movedAt ?? clip.movedAt }, now) };
}

/** There will be no clip; what the host has of it is waste. */
export function failed(clip: ClipProgress, reason: string, now: Date): Partial<ClipProgress> {
  const wasteIds = [...new Set([...clip.wasteIds, ...(clip.assetId ? [clip.assetId] : [])])];
  return { state: 'failed', reason, assetId: '', playbackId: '', wasteIds, nextCheckAt: now };
}
