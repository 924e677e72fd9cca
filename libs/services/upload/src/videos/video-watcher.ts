import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { CLOCK, LOGGER, RecordWatch, type Clock, type Logger } from '@vault/platform';
import type { VideoHost } from '@vault/integrations';
import { isLostUpload } from '../domain/check-interval.ts';
import { ShelfService } from '../shelf/shelf.service.ts';
import { VIDEO_HOST } from '../upload.tokens.ts';
import { UploadSessionService } from './upload-session.service.ts';
import { VideoNewsService } from './video-news.service.ts';
import { VideoRepository } from './video.repository.ts';
import type { VideoDocument } from './video.schema.ts';

/** A deleted video's record stays this long, so that late messages and webhooks find it deleted. */
const tombstoneMs = 8 * 24 * 60 * 60 * 1_000;
/** The page that waits for an upload that came to nothing can read why for this long. */
const lostUploadMs = 60 * 60 * 1_000;

/** Asks the host about every video from which something is expected, and removes deleted ones from it. */
@Injectable()
export class VideoWatcher implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly watching: RecordWatch<VideoDocument>;

  constructor(
    private readonly videos: VideoRepository,
    private readonly shelf: ShelfService,
    private readonly news: VideoNewsService,
    private readonly sessions: UploadSessionService,
    @Inject(VIDEO_HOST) private readonly host: VideoHost,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.watching = new RecordWatch({
      ...{ name: 'watching videos', clock, logger, records: videos },
      look: (video) => this.look(video),
      putOff: (video, until) => this.lookAgainAt(video, until),
    });
  }

  onApplicationBootstrap(): void {
    this.watching.start();
  }

  /** Before, not after: a look that has begun still needs the other services. */
  beforeApplicationShutdown(): Promise<void> {
    return this.watching.stop();
  }

  private async look(video: VideoDocument): Promise<void> {
    if (video.deletedAt) await this.purge(video, video.deletedAt);
    else if (isLostUpload(video)) await this.forgetLostUpload(video);
    else if (video.cancelReason !== undefined && video.assetId === '') await this.sessions.cancel(video);
    else await this.news.refresh(video);
  }

  /** The place in the plan once more, in case the process died in between; then the media; the record last. */
  private async purge(video: VideoDocument, deletedAt: Date): Promise<void> {
    await this.shelf.release(video.ownerId, video._id);
    const assetId = video.assetId || (await this.endUpload(video.uploadId));
    if (assetId) await this.host.deleteAsset(assetId);
    if (this.msSince(deletedAt) > tombstoneMs) await this.videos.remove(video);
    else await this.lookAgainIn(video, tombstoneMs);
  }

  /** Cancels what is still open. @returns the asset it became nevertheless, also in that very moment */
  private async endUpload(uploadId: string): Promise<string | undefined> {
    const upload = await this.host.getUpload(uploadId);
    if (upload?.state !== 'waiting') return upload?.assetId;
    await this.host.cancelUpload(uploadId);
    return (await this.host.getUpload(uploadId))?.assetId;
  }

  private async forgetLostUpload(video: VideoDocument): Promise<void> {
    await this.shelf.release(video.ownerId, video._id);
    const failedAt = video.stepTimes.failed ?? video.createdAt;
    if (this.msSince(failedAt) >= lostUploadMs) await this.videos.remove(video);
    else await this.lookAgainIn(video, lostUploadMs);
  }

  private msSince(then: Date): number {
    return this.clock.now().getTime() - then.getTime();
  }

  private lookAgainIn(video: VideoDocument, ms: number): Promise<void> {
    return this.lookAgainAt(video, new Date(this.clock.now().getTime() + ms));
  }

  private async lookAgainAt(video: VideoDocument, nextCheckAt: Date): Promise<void> {
    await this.videos.changeById(video._id, () => ({ set: { nextCheckAt } }));
  }
}
