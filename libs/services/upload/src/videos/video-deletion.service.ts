import { Inject, Injectable } from '@nestjs/common';
import { videoDetails, type MessageData, type VideoDetails } from '@vault/contracts';
import { AppError, CLOCK, type Clock } from '@vault/base';
import { createEvent } from '@vault/messaging';
import type { Decision, OwnerData } from '@vault/store';
import { VideoQuotaService } from './video-quota.service.ts';
import { identityOf } from './video-decision.ts';
import { VideoRepository } from './video.repository.ts';
import type { VideoDocument } from './video.schema.ts';

/** Videos of a deleted owner that one call deletes. */
const batch = 50;

/** Deletes videos from the library at once. The poller removes the media, and other services handle the event. */
@Injectable()
export class VideoDeletionService implements OwnerData {
  constructor(
    private readonly videos: VideoRepository,
    private readonly quota: VideoQuotaService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws {AppError} not-found */
  async delete(
    { ownerId, videoId }: MessageData<'upload.delete-video.v1'>,
    messageId: string,
  ): Promise<void> {
    const now = this.clock.now();
    const changed = await this.videos.change(ownerId, videoId, (video) => deletion(video, now), messageId);
    if (changed) await this.quota.release(ownerId, changed._id);
    else if (!(await this.wasDeletedBy(ownerId, videoId, messageId))) throw AppError.notFound('The video');
  }

  /** Deletes the owner's videos and open uploads, then their quota. @returns whether more may be left */
  async removeSome(ownerId: string): Promise<boolean> {
    const now = this.clock.now();
    const videos = await this.videos.alive(ownerId, batch);
    await Promise.all(
      videos.map(({ _id }) => this.videos.change(ownerId, _id, (video) => deletion(video, now))),
    );
    if (videos.length === batch) return true;
    await this.quota.remove(ownerId);
    return false;
  }

  /** Whether this command deleted the video before: its repeat succeeds. */
  private async wasDeletedBy(ownerId: string, videoId: string, messageId: string): Promise<boolean> {
    const video = await this.videos.findDeleted(ownerId, videoId);
    if (!video?.handled.includes(messageId)) return false;
    await this.quota.release(ownerId, video._id);
    return true;
  }
}

const noDetails = Object.fromEntries(Object.keys(videoDetails).map((name) => [name, ''])) as VideoDetails;

/** The tombstone keeps ids and times, for late messages and for the removal of the media at the host. */
function deletion(video: VideoDocument, now: Date): Decision<VideoDocument> {
  return {
    set: {
      deletedAt: now,
      nextCheckAt: now,
      ...noDetails,
      titleKey: '',
      durationSeconds: 0,
      failure: null,
      captionsReason: '',
      stepWork: null,
      contents: [],
      tracksProblem: '',
      recognition: null,
    },
    unset: ['cancelReason', 'openedIn', 'captionsLanguage'],
    events: [createEvent('upload.video-deleted.v1', video._id, identityOf(video))],
  };
}
