import { createHash } from 'node:crypto';

/** From where to where, in seconds. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface ClipIdentity extends Span {
  readonly ownerId: string;
  readonly videoId: string;
}

/** The same span of the same video is the same clip, whoever asks first and however often. */
export function clipIdOf({ ownerId, videoId, start, end }: ClipIdentity): string {
  return createHash('sha256')
    .update(JSON.stringify([ownerId, videoId, start, end]))
    .digest('hex');
}

/** What the video host knows the clip by: it is found there although nobody heard that it was made. */
export function passthroughOf(clipId: string): string {
  return `clip:${clipId}`;
}
