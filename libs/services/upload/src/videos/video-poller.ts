import { Inject, Injectable } from '@nestjs/common';
import { tombstoneMs } from '@vault/contracts';
import { CLOCK, LOGGER, type Clock, DueRecordPoller, PeriodicTaskProvider, type Logger } from '@vault/base';
import { VIDEO_HOST, type VideoHost } from '@vault/integrations';
import { isLostUpload } from '../domain/check-interval.ts';
import { MoveService } from './move.service.ts';
import { VideoQuotaService } from './video-quota.service.ts';
import { UploadSessionService } from './upload-session.service.ts';
import { HostSyncService } from './host-sync.service.ts';
import { VideoRepository } from './video.repository.ts';
import type { VideoDocument } from './video.schema.ts';

/** How long the page can read why an upload was lost. */
const lostUploadMs = 60 * 60 * 1_000;

/** Checks due videos at the host, and removes the media of deleted videos. */
@Injectable()
export class VideoPoller extends PeriodicTaskProvider {
  protected override readonly work: DueRecordPoller<VideoDocument>;

  constructor(
    private readonly videos: VideoRepository,
    private readonly quota: VideoQuotaService,
    private readonly hostSync: HostSyncService,
    private readonly sessions: UploadSessionService,
    private readonly moves: MoveService,
    @Inject(VIDEO_HOST) private readonly host: VideoHost,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    super();
    this.work = new DueRecordPoller({
      name: 'polling videos',
      clock,
      logger,
      records: videos.dueRecords,
      check: (video) => this.check(video),
    });
  }

  private async check(video: VideoDocument): Promise<void> {
    await this.moves.finish(video);
    if (video.deletedAt) await this.purge(video, video.deletedAt);
    else if (isLostUpload(video)) await this.removeLostUpload(video);
    else if (video.cancelReason !== undefined && video.assetId === '') await this.sessions.cancel(video);
    else {
      await this.hostSync.removeObsolete(video);
      await this.hostSync.refresh(video);
    }
  }

  /** Releases the slot again, in case a process was killed before that; then removes the media, and the record last. */
  private async purge(video: VideoDocument, deletedAt: Date): Promise<void> {
    await this.quota.release(video.ownerId, video._id);
    const assetId = video.assetId || (await this.endUpload(video.uploadId));
    if (assetId) await this.host.deleteAsset(assetId);
    for (const id of [...video.obsoleteAssetIds, video.selection?.assetId]) {
      if (id) await this.host.deleteAsset(id);
    }
    if (this.msSince(deletedAt) > tombstoneMs) await this.videos.remove(video);
    else await this.checkAgainIn(video, tombstoneMs);
  }

  /** Cancels an open upload. @returns the asset id when the upload completed before it was cancelled */
  private async endUpload(uploadId: string): Promise<string | undefined> {
    const upload = await this.host.getUpload(uploadId);
    if (upload?.state !== 'waiting') return upload?.assetId;
    await this.host.cancelUpload(uploadId);
    return (await this.host.getUpload(uploadId))?.assetId;
  }

  private async removeLostUpload(video: VideoDocument): Promise<void> {
    await this.quota.release(video.ownerId, video._id);
    const failedAt = video.stepTimes.failed ?? video.createdAt;
    if (this.msSince(failedAt) >= lostUploadMs) await this.videos.remove(video);
    else await this.checkAgainIn(video, lostUploadMs);
  }

  private msSince(then: Date): number {
    return this.clock.now().getTime() - then.getTime();
  }

  private checkAgainIn(video: VideoDocument, ms: number): Promise<void> {
    return this.videos.dueRecords.postpone(video, new Date(this.clock.now().getTime() + ms));
  }
}
