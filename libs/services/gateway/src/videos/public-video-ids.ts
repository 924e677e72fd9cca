import { Inject, Injectable } from '@nestjs/common';
import type { MessageData, VideoIdentity } from '@vault/contracts';
import { COMMAND_BUS } from '@vault/base';
import type { CommandBus } from '@vault/messaging';
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
  /** By owner and public id, which never name another video later, and none after the video has moved. */
  private readonly videos: LRUCache<string, VideoIdentity, RequestedVideo>;
  private moves = 0;

  constructor(
    @InjectClient('upload') upload: ClientOf<'upload'>,
    @Inject(COMMAND_BUS) commands: Pick<CommandBus, 'onMessage'>,
  ) {
    this.videos = new LRUCache<string, VideoIdentity, RequestedVideo>({
      max: maxRemembered,
      fetchMethod: async (_key, _old, { context: { ownerId, passthrough: publicId } }) => {
        const { videoId } = await upload.resolveVideoId({ ownerId, publicId });
        return { ownerId, videoId };
      },
    });
    commands.onMessage(({ type, data }) => {
      if (type === 'upload.video-moved.v1') this.forget(data as MessageData<typeof type>);
    });
  }

  /** @throws {AppError} not-found, also when the video is somebody else's */
  async resolve(video: RequestedVideo): Promise<VideoIdentity> {
    // Unique: ids of users contain no space.
    const key = `${video.ownerId} ${video.passthrough}`;
    const { moves } = this;
    const found = await this.videos.forceFetch(key, { context: video });
    // Perhaps it was read before a move whose message came before the answer: then it is not kept.
    if (moves !== this.moves) this.videos.delete(key);
    return found;
  }

  /** Whoever has asked before the message gets what was read before it. */
  private forget({ videoId, fromOwnerId }: MessageData<'upload.video-moved.v1'>): void {
    this.moves += 1;
    for (const [key, video] of this.videos.entries())
      if (video.videoId === videoId && video.ownerId === fromOwnerId) this.videos.delete(key);
  }
}
