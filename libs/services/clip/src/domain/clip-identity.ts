import { createHash } from 'node:crypto';
import type { ClipCaptions, ClipFit, ClipFrame } from '@vault/contracts';

/** In seconds. */
export interface TimeRange {
  readonly start: number;
  readonly end: number;
}

/** What a clip shows of its range. */
export interface ClipLook {
  readonly frame: ClipFrame;
  /** Where the middle of the frame is in the width of the picture, 0 to 1. */
  readonly centre: number;
  readonly fit: ClipFit;
  readonly captions: ClipCaptions;
}

/** The look of the documented clip. */
export const plainLook: ClipLook = { frame: 'recorded', centre: 0.5, fit: 'crop', captions: 'none' };

export interface ClipIdentity extends TimeRange, ClipLook {
  readonly ownerId: string;
  readonly videoId: string;
  /** The text that is burned in; empty without. */
  readonly words: string;
}

/** Equal for equal clips of one video, so that repeated requests mean the same clip. Other words make another clip. */
export function clipIdOf({ ownerId, videoId, start, end, ...look }: ClipIdentity): string {
  const { frame, centre, fit, captions, words } = look;
  const isPlain = frame === plainLook.frame && captions === plainLook.captions;
  // Clips of an earlier version are stored without a fit.
  const changes = [frame, centre, captions, words, ...(fit === plainLook.fit ? [] : [fit])];
  return createHash('sha256')
    .update(JSON.stringify([ownerId, videoId, start, end, ...(isPlain ? [] : changes)]))
    .digest('hex');
}

/** Identifies the clip at the video host, so that it can be found there after a lost answer. */
export function passthroughOf(clipId: string): string {
  return `clip:${clipId}`;
}

/** Whether the picture is not as recorded. */
export function isPictureChanged({ frame, captions }: ClipLook): boolean {
  return frame !== 'recorded' || captions === 'burned';
}
