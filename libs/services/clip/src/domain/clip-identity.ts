import { createHash } from 'node:crypto';

/** In seconds. */
export interface TimeRange {
  readonly start: number;
  readonly end: number;
}

export interface ClipIdentity extends TimeRange {
  readonly ownerId: string;
  readonly videoId: string;
}

/** Equal for equal ranges of one video, so that repeated requests mean the same clip. */
export function clipIdOf({ ownerId, videoId, start, end }: ClipIdentity): string {
  return createHash('sha256')
    .update(JSON.stringify([ownerId, videoId, start, end]))
    .digest('hex');
}

/** Identifies the clip at the video host, so that it can be found there after a lost answer. */
export function passthroughOf(clipId: string): string {
  return `clip:${clipId}`;
}
