import { Injectable } from '@nestjs/common';
import type { MessageData, VideoIdentity } from '@vault/contracts';
import { AppError } from '@vault/base';
import { InjectClient, type ClientOf } from './service-clients.ts';

/** Far more than anybody moves a video while a service gives its data away. */
const maxMoves = 10;

/** Whose data of a video become whose. */
export interface Gift {
  readonly videoId: string;
  readonly fromOwnerId: string;
  readonly toOwnerId: string;
}
type Give = (gift: Gift) => Promise<unknown>;

/**
 * Whose videos are now, as upload says. A video may move to another workspace at any time; the services that have data of it
 * follow by an event, and where they have stored something for an owner who no longer has the video.
 */
@Injectable()
export class VideoOwners {
  constructor(@InjectClient('upload') private readonly upload: ClientOf<'upload'>) {}

  /** By id of the video; deleted and unknown ones are absent. */
  async of(videoIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const ids = [...new Set(videoIds)];
    if (ids.length === 0) return new Map();
    const { owners } = await this.upload.getVideoOwners({ ids });
    return new Map(owners.map(({ id, ownerId }) => [id, ownerId]));
  }

  /** Whether another owner has the video, or nobody. Ask after storing something: before a move, its event finds it. */
  async hasLeft({ videoId, ownerId }: VideoIdentity): Promise<boolean> {
    return (await this.of([videoId])).get(videoId) !== ownerId;
  }

  /**
   * Gives data of a video to whoever has the video now.
   * @param identity the owner of the data
   * @param give may be repeated; the video may move on meanwhile
   * @returns the owner now; undefined when the video was deleted: then the data stay
   */
  follow(identity: VideoIdentity, give: Give): Promise<string | undefined> {
    return this.giveUntil(identity, give);
  }

  /**
   * As {@link follow}, because of an event. The data of a video that was deleted since go to the new owner: the event of its
   * deletion names that one, and comes later.
   */
  async followMove(
    { videoId, ownerId, fromOwnerId }: MessageData<'upload.video-moved.v1'>,
    give: Give,
  ): Promise<void> {
    await this.giveUntil({ videoId, ownerId: fromOwnerId }, give, ownerId);
  }

  private async giveUntil(
    { videoId, ownerId }: VideoIdentity,
    give: Give,
    ownerOfDeleted?: string,
  ): Promise<string | undefined> {
    let fromOwnerId = ownerId;
    for (let moves = 0; moves < maxMoves; moves += 1) {
      const toOwnerId = (await this.of([videoId])).get(videoId) ?? ownerOfDeleted;
      if (toOwnerId === undefined || toOwnerId === fromOwnerId) return toOwnerId;
      await give({ videoId, fromOwnerId, toOwnerId });
      fromOwnerId = toOwnerId;
    }
    throw AppError.unavailable();
  }
}
