import { Injectable } from '@nestjs/common';
import type { VideoIdentity } from '@vault/contracts';
import { AppError } from '@vault/base';
import { InjectClient, type ClientOf } from '@vault/rpc';
import { LRUCache } from 'lru-cache';

/** A video as a client names it. */
export interface RequestedVideo {
  readonly ownerId: string;
  /** The id of the video, of its upload or of one of its assets. */
  readonly passthrough: string;
}

const maxRemembered = 5_000;

/** Turns the ids that clients send into the `videoId`, which is the only id that services know. */
@Injectable()
export class PublicVideoIds {
  /** By owner and public id, which never name another video later. */
  private readonly videoIds = new LRUCache<string, string>({ max: maxRemembered });

  constructor(@InjectClient('upload') private readonly upload: ClientOf<'upload'>) {}

  /** @throws {AppError} not-found, also when the video is somebody else's */
  async resolve(video: RequestedVideo): Promise<VideoIdentity> {
    const { ownerId, passthrough: publicId } = video;
    const { videoId } = await this.upload.resolveVideoId({ ownerId, publicId });
    this.videoIds.set(nameOf(video), videoId);
    return { ownerId, videoId };
  }

  /**
   * Calls services with the id of a video. Nearly every client sends just that id, so it is tried first, and resolved only
   * if the services do not know it.
   * @throws {AppError} not-found, also when the video is somebody else's
   */
  async withVideo<Result>(
    video: RequestedVideo,
    call: (video: VideoIdentity) => Promise<Result>,
  ): Promise<Result> {
    const { ownerId, passthrough } = video;
    const videoId = this.videoIds.get(nameOf(video));
    try {
      return await call({ ownerId, videoId: videoId ?? passthrough });
    } catch (error) {
      // A video that chaptering does not know has no chapters yet: a conflict.
      const isUnknown = error instanceof AppError && ['not-found', 'conflict'].includes(error.code);
      if (!isUnknown || videoId !== undefined) throw error;
      const resolved = await this.resolve(video);
      if (resolved.videoId === passthrough) throw error;
      return await call(resolved);
    }
  }
}

/** Unique: ids of users contain no space. */
function nameOf({ ownerId, passthrough }: RequestedVideo): string {
  return `${ownerId} ${passthrough}`;
}
