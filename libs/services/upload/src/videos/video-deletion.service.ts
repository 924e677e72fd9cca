import { Inject, Injectable } from '@nestjs/common';
import type { MessageData } from '@vault/contracts';
import { AppError, CLOCK, createMessage, type Clock, type Decision, type OwnerData } from '@vault/platform';
import { ShelfService } from '../shelf/shelf.service.ts';
import { identityOf } from './video-news.service.ts';
import { VideoRepository } from './video.repository.ts';
import type { VideoDocument } from './video.schema.ts';

/** Videos of a deleted owner that are deleted at once. */
const batch = 50;

/** Deletes videos: gone from the library at once; their traces elsewhere are removed by whoever keeps them. */
@Injectable()
export class VideoDeletionService implements OwnerData {
  constructor(
    private readonly videos: VideoRepository,
    private readonly shelf: ShelfService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws {AppError} not-found */
  async delete(
    { ownerId, videoId }: MessageData<'upload.delete-video.v1'>,
    messageId: string,
  ): Promise<void> {
    const now = this.clock.now();
    const changed = await this.videos.change(ownerId, videoId, (video) => deletion(video, now), messageId);
    if (changed) await this.shelf.release(ownerId, changed._id);
    else if (!(await this.wasDeletedBy(ownerId, videoId, messageId))) throw AppError.notFound('The video');
  }

  /** Each of an owner's videos and open uploads as if they had deleted it; then their places in the plan. */
  async removeSome(ownerId: string): Promise<boolean> {
    const now = this.clock.now();
    const videos = await this.videos.alive(ownerId, batch);
    await Promise.all(
      videos.map(({ _id }) => this.videos.change(ownerId, _id, (video) => deletion(video, now))),
    );
    if (videos.length === batch) return true;
    await this.shelf.remove(ownerId);
    return false;
  }

  /** A repeat of the very command that deleted it has succeeded. */
  private async wasDeletedBy(ownerId: string, videoId: string, messageId: string): Promise<boolean> {
    const video = await this.videos.findDeleted(ownerId, videoId);
    if (!video?.handled.includes(messageId)) return false;
    await this.shelf.release(ownerId, video._id);
    return true;
  }
}

/** What stays is ids and times: late messages find it deleted, and its media are found at the host. */
function deletion(video: VideoDocument, now: Date): Decision<VideoDocument> {
  const type = 'upload.video-deleted.v1';
  const data = identityOf(video);
  return {
    set: {
      ...{ deletedAt: now, nextCheckAt: now },
      ...{ title: '', titleKey: '', description: '', durationSeconds: 0 },
      ...{ failure: null, captionsReason: '', stepWait: null },
    },
    unset: ['cancelReason', 'openedIn'],
    events: [createMessage({ type, source: 'upload', subject: video._id, data })],
  };
}
