import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, LOGGER, METRICS, type Clock, withOrigin, type Logger } from '@vault/base';
import { createEvent } from '@vault/messaging';
import type { Decision } from '@vault/store';
import type { Metrics } from '@vault/platform';
import { VIDEO_HOST, type VideoHost } from '@vault/integrations';
import { isLostUpload, isSetBefore, nextCheck } from '../domain/check-interval.ts';
import { applySelectionUpdate } from '../domain/track-selection.ts';
import { applyRecognitionUpdate } from '../domain/recognition.ts';
import { applyAssetUpdate, applyUploadUpdate, type Step, type OutgoingEvent } from '../domain/video-steps.ts';
import { VideoRepository } from './video.repository.ts';
import { videoMetrics, type CountChange } from './video-metrics.ts';
import type { VideoDocument } from './video.schema.ts';

/** Earlier ids that still find a video, which has another asset after each choice of tracks. */
const keptIds = 20;

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

/** Runs `work` with the correlation id and trace of the request that opened the upload, so one log search shows the lifecycle. */
export function withVideoCorrelation<Result>(video: VideoDocument, work: () => Result): Result {
  return withOrigin(video, work);
}

export function identityOf(video: VideoDocument) {
  return { videoId: video._id, ownerId: video.ownerId };
}

/** The data of an event that is stored with a change of this video. */
export function nextState(video: VideoDocument) {
  return { ...identityOf(video), version: video.version + 1 };
}

/** A step as a change of the document, with its time and its events: at least one, so that caches of readers follow. */
export function toDecision(video: VideoDocument, step: Step, now: Date): Decision<VideoDocument> {
  const { change } = step;
  const next = { ...video, ...change };
  const { state } = next;
  const isNewState = state !== video.state;
  const assetId = change.assetId ?? video.assetId;
  const progressed: OutgoingEvent = { type: 'upload.video-progressed.v1', data: nextState(video) };
  const events = step.events.length > 0 ? step.events : [progressed];
  const check = checkOf(next, now);
  const ids = [video._id, video.uploadId, ...video.publicIds.slice(-keptIds), ...(assetId ? [assetId] : [])];
  return {
    set: {
      ...change,
      publicIds: [...new Set(ids)],
      ...(isNewState ? { stepTimes: { ...video.stepTimes, [state]: now } } : {}),
      ...(check ? { nextCheckAt: check } : {}),
    },
    unset: check ? [] : ['nextCheckAt'],
    events: events.map((event) => messageOf(video, event)),
  };
}

/** Nothing has changed: sets the next check, unless an earlier one is set. */
function scheduleCheck(video: VideoDocument, now: Date): Decision<VideoDocument> | undefined {
  if (isLostUpload(video)) return undefined;
  const check = checkOf(video, now);
  if (!check) return video.nextCheckAt ? { unset: ['nextCheckAt'] } : undefined;
  return isSetBefore(check, video.nextCheckAt, now) ? undefined : { set: { nextCheckAt: check } };
}

function checkOf(video: VideoDocument, now: Date): Date | undefined {
  const { obsoleteAssetIds, obsoleteTrackIds = [] } = video;
  if (obsoleteAssetIds.length + obsoleteTrackIds.length > 0) return now;
  return nextCheck({ ...video, isDownloadAwaited: awaitsDownload(video) }, now);
}

function awaitsDownload({
  isPlayable,
  downloadName,
}: Pick<VideoDocument, 'isPlayable' | 'downloadName'>): boolean {
  return isPlayable && !downloadName;
}

function messageOf(video: VideoDocument, { type, data }: OutgoingEvent) {
  return createEvent(type, video._id, data);
}
