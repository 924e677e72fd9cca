import { Inject, Injectable } from '@nestjs/common';
import { foldText, type MessageData, type VideoIdentity } from '@vault/contracts';
import { AppError, CLOCK, type Clock } from '@vault/base';
import { createEvent } from '@vault/messaging';
import { VIDEO_HOST, type VideoHost } from '@vault/integrations';
import { LRUCache } from 'lru-cache';
import { parseListCursor, formatListCursor } from '../domain/list-cursor.ts';
import { afterRetry } from '../domain/video-steps.ts';
import { detailsSaved } from './details-saved.ts';
import { identityOf, withVideoCorrelation, toDecision, HostSyncService } from './host-sync.service.ts';
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

/** `ttl` in milliseconds. */
const editedOptions = { max: 500, ttl: 10_000 };

/** Lists library videos, saves their details and retries failed steps. */
@Injectable()
export class VideoService {
  /** The last edits, by owner and video: their senders read them next. */
  private readonly edited = new LRUCache<string, VideoDocument>(editedOptions);

  constructor(
    private readonly videos: VideoRepository,
    private readonly hostSync: HostSyncService,
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

  /** @param version the version that the caller wrote: a cached video of this version is returned */
  async get({ ownerId, videoId }: VideoIdentity, version?: number): Promise<VideoDocument> {
    const edited = this.edited.get(`${ownerId} ${videoId}`);
    if (edited && edited.version === version) return edited;
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
    const edited = await this.edit(data, messageId);
    if (edited) return edited;
    const video = await this.setDetails(data, messageId);
    if (video.assetId) return video;
    await this.hostSync.refresh(video);
    const saved = await this.setDetails(data, messageId);
    if (saved.assetId) return saved;
    const reason = saved.failure?.reason ?? 'The upload of this video has not finished yet.';
    throw new AppError('conflict', reason);
  }

  /** The fast path for a video that was saved before. @returns null if {@link setDetails} is needed */
  private async edit(
    data: MessageData<'upload.save-details.v1'>,
    messageId: string,
  ): Promise<VideoDocument | null> {
    const { ownerId, videoId } = data;
    const set = toDetails(data);
    if (Object.keys(set).length === 0) return null;
    const identity = { ownerId, videoId };
    const events = [createEvent('upload.details-saved.v1', videoId, identity)];
    const edited = await this.videos.edit(identity, { set, events }, messageId);
    if (edited) this.edited.set(`${ownerId} ${videoId}`, edited);
    return edited;
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
            set: { ...toDetails(data), ...(video.savedAt ? {} : { savedAt: now }) },
            events: detailsSaved(video, data),
          };
    const video = await this.videos.change(data.ownerId, data.videoId, decide, messageId);
    if (!video) throw AppError.notFound('The video');
    return video;
  }

  /** Retries the failed step. @throws {AppError} not-found; conflict when the video has no retryable failure */
  async retry({ ownerId, videoId }: MessageData<'upload.retry-step.v1'>, messageId: string): Promise<void> {
    const video = await this.videos.findWhole(ownerId, videoId);
    if (!video) throw AppError.notFound('The video');
    if (video.handled.includes(messageId)) return;
    if (!video.failure?.isRetryable) throw new AppError('conflict', 'No step of this video can be retried.');
    if (video.failure.step === 'captioning') await this.host.requestCaptions(video.assetId);
    const now = this.clock.now();
    await this.videos.change(
      ownerId,
      videoId,
      (doc) => {
        const step = afterRetry(doc, identityOf(doc));
        return step && withVideoCorrelation(doc, () => toDecision(doc, step, now));
      },
      messageId,
    );
  }
}

function toDetails({ title, description }: MessageData<'upload.save-details.v1'>) {
  return {
    ...(title === undefined ? {} : { title, titleKey: foldText(title) }),
    ...(description === undefined ? {} : { description, hasOwnDescription: description !== '' }),
  };
}
