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
  readonly videoId: string;
  /** The text that is burned in; empty without. */
  readonly words: string;
}

/**
 * Equal for equal clips of one video, so that repeated requests mean the same clip. Other words make another clip. The
 * owner is not in it, because a video may move.
 */
export function clipIdOf(clip: ClipIdentity): string {
  return hashOf([clip.videoId, ...differencesOf(clip)]);
}

/** The id that the clip of this owner has when an earlier version made it. */
export function earlierClipIdOf(ownerId: string, clip: ClipIdentity): string {
  return hashOf([ownerId, clip.videoId, ...differencesOf(clip)]);
}

/** Every id that a clip may have. @param ownerIds those who may have made it in an earlier version */
export function possibleIdsOf(clip: ClipIdentity, ownerIds: readonly string[]): ReadonlySet<string> {
  return new Set([clipIdOf(clip), ...ownerIds.map((ownerId) => earlierClipIdOf(ownerId, clip))]);
}

function differencesOf({ start, end, frame, centre, fit, captions, words }: ClipIdentity): unknown[] {
  const isPlain = frame === plainLook.frame && captions === plainLook.captions;
  // Clips of an earlier version are stored without a fit.
  const changes = [frame, centre, captions, words, ...(fit === plainLook.fit ? [] : [fit])];
  return [start, end, ...(isPlain ? [] : changes)];
}

function hashOf(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** Identifies the clip at the video host, so that it can be found there after a lost answer. */
export function passthroughOf(clipId: string): string {
  return `clip:${clipId}`;
}

/** Whether the picture is not as recorded. */
export function isPictureChanged({ frame, captions }: ClipLook): boolean {
  return frame !== 'recorded' || captions === 'burned';
}
