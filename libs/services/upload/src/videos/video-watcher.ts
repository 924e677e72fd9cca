import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { CLOCK, LOGGER, withCorrelation, type Clock, type Logger } from '@vault/platform';
import type { VideoHost } from '@vault/integrations';
import { ShelfRepository } from '../shelf/shelf.repository.ts';
import { VIDEO_HOST } from '../upload.tokens.ts';
import { VideoNewsService } from './video-news.service.ts';
import { VideoRepository } from './video.repository.ts';
import type { VideoDocument } from './video.schema.ts';

const tickMs = 500;
const batch = 20;
const retryAfterMs = 5_000;
/** A deleted video's record stays this long, so that late messages and webhooks find it deleted. */
const tombstoneMs = 8 * 24 * 60 * 60 * 1_000;
/** An upload that came to nothing and was never saved leaves the record after this. */
const abandonedMs = 60 * 60 * 1_000;

/** Asks the host about every video from which something is expected, and removes deleted ones from it. */
@Injectable()
export class VideoWatcher implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private isStopped = false;

  constructor(
    private readonly videos: VideoRepository,
    private readonly shelf: ShelfRepository,
    private readonly news: VideoNewsService,
    @Inject(VIDEO_HOST) private readonly host: VideoHost,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.schedule();
  }

  async onApplicationShutdown(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  private schedule(): void {
    if (this.isStopped) return;
    this.timer = setTimeout(() => {
      this.running = this.watch()
        .catch((error: unknown) => {
          this.logger.warn({ err: error }, 'watching videos failed; it goes on');
        })
        .finally(() => {
          this.schedule();
        });
    }, tickMs);
  }

  private async watch(): Promise<void> {
    const due = await this.videos.due(this.clock.now(), batch);
    for (const video of due) {
      if (this.isStopped) return;
      await withCorrelation(undefined, () => this.look(video));
    }
  }

  private async look(video: VideoDocument): Promise<void> {
    try {
      if (video.deletedAt) await this.purge(video, video.deletedAt);
      else if (video.state === 'failed') await this.forgetAbandoned(video);
      else await this.news.refresh(video);
      await this.postponeFailedUpload(video);
    } catch (error) {
      this.logger.warn(
        { err: error, videoId: video._id },
        'the video host could not be asked; it will be again',
      );
      await this.postpone(video, retryAfterMs);
    }
  }

  /** Removes the media first, the place in the plan again in case the process died in between, the record last. */
  private async purge(video: VideoDocument, deletedAt: Date): Promise<void> {
    if (this.clock.now().getTime() - deletedAt.getTime() > tombstoneMs) {
      await this.videos.remove(video);
      return;
    }
    await this.shelf.release(video.ownerId, video._id);
    const upload = video.assetId ? null : await this.host.getUpload(video.uploadId);
    const assetId = video.assetId || upload?.assetId;
    if (upload?.state === 'waiting') await this.host.cancelUpload(video.uploadId);
    if (assetId) await this.host.deleteAsset(assetId);
    await this.postpone(video, tombstoneMs);
  }

  private async postponeFailedUpload(video: VideoDocument): Promise<void> {
    const after = await this.videos.changeById(video._id, (doc) =>
      doc.failure?.step === 'uploading' && !doc.savedAt && !doc.deletedAt && !doc.nextCheckAt
        ? { set: { nextCheckAt: new Date(this.clock.now().getTime() + abandonedMs) } }
        : undefined,
    );
    if (after?.failure?.step === 'uploading' && !after.savedAt)
      await this.shelf.release(after.ownerId, after._id);
  }

  private async forgetAbandoned(video: VideoDocument): Promise<void> {
    if (video.failure?.step !== 'uploading' || video.savedAt) {
      await this.videos.changeById(video._id, () => ({ unset: ['nextCheckAt'] }));
      return;
    }
    await this.shelf.release(video.ownerId, video._id);
    await this.videos.remove(video);
  }

  private async postpone(video: VideoDocument, ms: number): Promise<void> {
    const nextCheckAt = new Date(this.clock.now().getTime() + ms);
    await this.videos.changeById(video._id, () => ({ set: { nextCheckAt } }));
  }
}
