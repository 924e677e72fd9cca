import { Injectable } from '@nestjs/common';
import type { VideoIdentity } from '@vault/contracts';
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
  private readonly videos: LRUCache<string, VideoIdentity, RequestedVideo>;

  constructor(@InjectClient('upload') upload: ClientOf<'upload'>) {
    this.videos = new LRUCache<string, VideoIdentity, RequestedVideo>({
      max: maxRemembered,
      fetchMethod: async (_key, _old, { context: { ownerId, passthrough: publicId } }) => {
        const { videoId } = await upload.resolveVideoId({ ownerId, publicId });
        return { ownerId, videoId };
      },
    });
  }

  /** @throws {AppError} not-found, also when the video is somebody else's */
  resolve(video: RequestedVideo): Promise<VideoIdentity> {
    // Unique: ids of users contain no space.
    return this.videos.forceFetch(`${video.ownerId} ${video.passthrough}`, { context: video });
  }
}
