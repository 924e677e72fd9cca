import { Inject, Injectable } from '@nestjs/common';
import { detailsOf, foldText, type MessageData, type VideoIdentity } from '@vault/contracts';
import { AppError, CLOCK, type Clock } from '@vault/base';
import { VIDEO_HOST, type VideoHost } from '@vault/integrations';
import type { Message } from '@vault/messaging';
import { parseListCursor, formatListCursor } from '../domain/list-cursor.ts';
import { afterRetry } from '../domain/video-steps.ts';
import { CaptionHintsService } from './caption-hints.service.ts';
import { detailsSaved } from './details-saved.ts';
import { HostSyncService } from './host-sync.service.ts';
import { identityOf, toDecision, withVideoCorrelation } from './video-decision.ts';
import { RemakeGuard } from './remake-guard.ts';
import { VideoRepository } from './video.repository.ts';
import type { VideoDocument } from './video.schema.ts';

interface ListRequest {
  readonly page: number;
  readonly limit: number;
  /** The cursor of another page; empty for a page by number. */
  readonly after: string;
}

interface ListedPage {
  readonly videos: VideoDocument[];
  readonly next: string;
  readonly total: number | undefined;
}

/** Lists library videos, saves their details and retries failed steps. */
@Injectable()
export class VideoService {
  constructor(
    private readonly videos: VideoRepository,
    private readonly hostSync: HostSyncService,
    private readonly hints: CaptionHintsService,
    private readonly guard: RemakeGuard,
    @Inject(VIDEO_HOST) private readonly host: VideoHost,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** One page with the cursor of the next one. The total is counted only for a page by number. */
  async list(ownerId: string, { page, limit, after }: ListRequest): Promise<ListedPage> {
    const from = after ? { after: parseListCursor(after) } : { skip: (page - 1) * limit };
    const [found, total] = await Promise.all([
      this.videos.list(ownerId, { ...from, limit: limit + 1 }),
      after ? undefined : this.videos.countListed(ownerId),
    ]);
    const videos = found.slice(0, limit);
    const last = videos.at(-1);
    return { videos, next: last && found.length > limit ? formatListCursor(last) : '', total };
  }

  async get({ ownerId, videoId }: VideoIdentity): Promise<VideoDocument> {
    const video = await this.videos.find(ownerId, videoId);
    if (!video) throw AppError.notFound('The video');
    return video;
  }

  /** @throws {AppError} not-found */
  async resolveId(ownerId: string, publicId: string): Promise<string> {
    const video = await this.videos.findByPublicId(ownerId, publicId);
    if (!video) throw AppError.notFound('The video');
    return video._id;
  }

  /**
   * The first save of an upload, or an edit.
   * @returns the video with these details
   * @throws {AppError} not-found; conflict while the upload is empty
   */
  async saveDetails(
    data: MessageData<'upload.save-details.v1'>,
    messageId: string,
  ): Promise<Pick<VideoDocument, 'version'>> {
    const video = await this.setDetails(data, messageId);
    if (video.assetId) return video;
    await this.hostSync.refresh(video);
    const saved = await this.setDetails(data, messageId);
    if (saved.assetId) return saved;
    const reason = saved.failure?.reason ?? 'The upload of this video has not finished yet.';
    throw new AppError('conflict', reason);
  }

  /** Changes nothing while the upload is empty. @throws {AppError} not-found */
  private async setDetails(
    data: MessageData<'upload.save-details.v1'>,
    messageId: string,
  ): Promise<VideoDocument> {
    const now = this.clock.now();
    const decide = (video: VideoDocument) =>
      video.assetId === ''
        ? undefined
        : {
            set: { ...toDetails(data), savedAt: video.savedAt ?? now },
            events: detailsSaved(video, data),
          };
    const video = await this.videos.change(data.ownerId, data.videoId, decide, messageId);
    if (!video) throw AppError.notFound('The video');
    return video;
  }

  /**
   * Retries the failed step.
   * @throws {AppError} not-found; conflict when the video has no retryable failure; limit-reached for captions
   */
  async retry(
    { ownerId, videoId }: MessageData<'upload.retry-step.v1'>,
    { id: messageId, source }: Pick<Message, 'id' | 'source'>,
  ): Promise<void> {
    const video = await this.videos.findWhole(ownerId, videoId);
    if (!video) throw AppError.notFound('The video');
    if (video.handled.includes(messageId)) return;
    if (!video.failure?.isRetryable) throw new AppError('conflict', 'No step of this video can be retried.');
    const isRemade = video.failure.step === 'captioning';
    if (isRemade) {
      // Staff may retry for anybody, at any time.
      if (source !== 'admin') await this.guard.assertAllowed(video);
      await this.host.requestCaptions(video.assetId, await this.hints.of(ownerId));
    }
    const now = this.clock.now();
    await this.videos.change(
      ownerId,
      videoId,
      (doc) => {
        const step = afterRetry(doc, identityOf(doc));
        if (!step) return undefined;
        if (isRemade) return this.guard.decide(doc, step);
        return withVideoCorrelation(doc, () => toDecision(doc, step, now));
      },
      messageId,
    );
  }
}

function toDetails(data: MessageData<'upload.save-details.v1'>) {
  const { title, description } = data;
  return {
    ...detailsOf(data),
    ...(title !== undefined && { titleKey: foldText(title) }),
    ...(description !== undefined && { hasOwnDescription: description !== '' }),
  };
}
