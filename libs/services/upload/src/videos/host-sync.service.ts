import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, LOGGER, METRICS, type Clock, type Logger } from '@vault/base';
import type { Metrics } from '@vault/platform';
import { VIDEO_HOST, type VideoHost } from '@vault/integrations';
import { applySelectionUpdate } from '../domain/track-selection.ts';
import { applyRecognitionUpdate } from '../domain/recognition.ts';
import type { Step } from '../domain/video-progress.ts';
import { applyAssetUpdate, applyUploadUpdate } from '../domain/video-steps.ts';
import { identityOf, scheduleCheck, toDecision, withVideoCorrelation } from './video-decision.ts';
import { VideoRepository } from './video.repository.ts';
import { videoMetrics, type CountChange } from './video-metrics.ts';
import type { VideoDocument } from './video.schema.ts';

/** Reads the state of a video from the video host and applies it to the record. */
@Injectable()
export class HostSyncService {
  private readonly countChange: CountChange;

  constructor(
    private readonly videos: VideoRepository,
    @Inject(VIDEO_HOST) private readonly host: VideoHost,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(METRICS) metrics: Metrics,
  ) {
    this.countChange = videoMetrics(metrics);
  }

  async receiveWebhook(body: Buffer, signature: string): Promise<void> {
    const event = await this.host.readWebhook(body, signature);
    const video = await this.videos.findByHostIds(event);
    if (!video) return;
    // The webhook does not carry the correlation id of the request that opened the upload.
    await withVideoCorrelation(video, async () => {
      this.logger.info({ videoId: video._id }, 'a webhook of the video host arrived');
      if (!video.deletedAt) await this.refresh(video);
      // An asset that arrived after the deletion is removed as well.
      else await this.videos.changeById(video._id, () => ({ set: { nextCheckAt: this.clock.now() } }));
    });
  }

  /** Reads the state of one video from the host and stores what has changed. */
  refresh(video: VideoDocument): Promise<void> {
    return withVideoCorrelation(video, () => this.sync(video));
  }

  private async sync(video: VideoDocument): Promise<void> {
    let current = video;
    if (!current.assetId) {
      const upload = await this.host.getUpload(current.uploadId);
      current = (await this.apply(current, (doc) => applyUploadUpdate(doc, upload))) ?? current;
    }
    if (!current.assetId) return;
    const { assetId, selection, recognition } = current;
    const readAt = this.clock.now().getTime();
    const asset = await this.host.getAsset(selection?.assetId ?? assetId, recognition?.trackId);
    await this.apply(current, (doc) => {
      // Meanwhile, the other asset or the other captions may have taken the place of these.
      const isSame =
        doc.assetId === assetId &&
        doc.selection?.assetId === selection?.assetId &&
        doc.recognition?.trackId === recognition?.trackId;
      if (!isSame) return undefined;
      const update = selection
        ? applySelectionUpdate
        : recognition
          ? applyRecognitionUpdate
          : applyAssetUpdate;
      return update(doc, identityOf(doc), asset, readAt);
    });
  }

  /** Deletes unused captions and assets. */
  async removeObsolete(video: VideoDocument): Promise<void> {
    const { _id, assetId, obsoleteAssetIds: assets, obsoleteTrackIds: tracks = [] } = video;
    if (assets.length + tracks.length === 0) return;
    for (const id of tracks) await this.host.deleteCaptions(assetId, id);
    for (const id of assets) await this.host.deleteAsset(id);
    await this.videos.changeById(_id, ({ obsoleteAssetIds, obsoleteTrackIds = [] }) => ({
      set: {
        obsoleteAssetIds: obsoleteAssetIds.filter((id) => !assets.includes(id)),
        obsoleteTrackIds: obsoleteTrackIds.filter((id) => !tracks.includes(id)),
      },
    }));
  }

  private async apply(
    video: VideoDocument,
    decide: (doc: VideoDocument) => Step | undefined,
  ): Promise<VideoDocument | null> {
    const now = this.clock.now();
    let before = video;
    const changed = await this.videos.changeById(video._id, (doc) => {
      before = doc;
      if (doc.deletedAt) return undefined;
      const step = decide(doc);
      return step ? toDecision(doc, step, now) : scheduleCheck(doc, now);
    });
    if (changed && changed.state !== before.state) {
      this.logger.info({ videoId: video._id, state: changed.state }, 'a video changed state');
      this.countChange(before, changed);
    }
    return changed;
  }
}
