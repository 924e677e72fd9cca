import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { MessageData } from '@vault/contracts';
import { authRpc } from '@vault/contracts/rpc';
import { AppError, CLOCK, correlationId, createMessage, RPC, type Clock, type Rpc } from '@vault/platform';
import type { VideoHost } from '@vault/integrations';
import { nextCheck } from '../domain/check-interval.ts';
import { readListPlace, writeListPlace } from '../domain/list-place.ts';
import { afterRetry } from '../domain/video-steps.ts';
import { ShelfService } from '../shelf/shelf.service.ts';
import { VIDEO_HOST } from '../upload.tokens.ts';
import { detailsSaved } from './details-saved.ts';
import { identityOf, onItsWay, toDecision, VideoNewsService } from './video-news.service.ts';
import { VideoRepository } from './video.repository.ts';
import type { VideoDocument } from './video.schema.ts';

interface ListRequest {
  readonly page: number;
  readonly limit: number;
  /** Where another page ended; empty for a page by number. */
  readonly after: string;
}

interface ListedPage {
  readonly videos: VideoDocument[];
  readonly next: string;
  readonly total: number | undefined;
}

/** Upload sessions and the videos they become. */
@Injectable()
export class VideoService {
  constructor(
    private readonly videos: VideoRepository,
    private readonly shelf: ShelfService,
    private readonly news: VideoNewsService,
    @Inject(VIDEO_HOST) private readonly host: VideoHost,
    @Inject(RPC) private readonly rpc: Rpc,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Takes a place of the plan and opens an upload at the video host. */
  async createSession(ownerId: string): Promise<{ id: string; uploadId: string; url: string }> {
    const auth = this.rpc.client('auth', authRpc.AuthServiceService);
    const { isAllowed, msg, videoLimit } = await auth.getEntitlement({ userId: ownerId });
    if (!isAllowed) throw new AppError('limit-reached', msg);
    const id = randomUUID();
    await this.shelf.take(ownerId, id, videoLimit);
    try {
      return await this.openUpload(ownerId, id);
    } catch (error) {
      await this.shelf.release(ownerId, id);
      throw error;
    }
  }

  private async openUpload(ownerId: string, id: string) {
    const { uploadId, url } = await this.host.createUpload({ passthrough: id });
    const createdAt = this.clock.now();
    const nextCheckAt = nextCheck({ state: 'uploading', failure: null, createdAt }, createdAt);
    try {
      const opened = { _id: id, ownerId, uploadId, createdAt, nextCheckAt };
      await this.videos.open({ ...opened, correlationId: correlationId() });
    } catch (error) {
      // Nobody will know of this upload: it is not left open at the host.
      await this.host.cancelUpload(uploadId).catch(() => undefined);
      throw error;
    }
    return { id, uploadId, url };
  }

  /** One page, with the place where the next begins. All are counted only for a page by number. */
  async list(ownerId: string, { page, limit, after }: ListRequest): Promise<ListedPage> {
    const from = after ? { after: readListPlace(after) } : { skip: (page - 1) * limit };
    const [found, total] = await Promise.all([
      this.videos.list(ownerId, { ...from, limit: limit + 1 }),
      after ? undefined : this.videos.countListed(ownerId),
    ]);
    const videos = found.slice(0, limit);
    const last = videos.at(-1);
    return { videos, next: last && found.length > limit ? writeListPlace(last) : '', total };
  }

  async get(ownerId: string, anyId: string): Promise<VideoDocument> {
    const video = await this.videos.find(ownerId, anyId);
    if (!video) throw AppError.notFound('The video');
    return video;
  }

  countUsed(ownerId: string): Promise<number> {
    return this.shelf.countUsed(ownerId);
  }

  /** The first save of an upload, or an edit. A session to which nothing was uploaded cannot be saved. */
  async saveDetails(data: MessageData<'upload.save-details.v1'>, messageId: string): Promise<void> {
    const before = await this.get(data.ownerId, data.videoId);
    if (!before.assetId) await this.news.refresh(before);
    const { assetId, failure } = await this.get(data.ownerId, data.videoId);
    if (!assetId)
      throw new AppError('conflict', failure?.reason ?? 'The upload of this video has not finished yet.');
    const now = this.clock.now();
    await this.videos.change(
      data.ownerId,
      data.videoId,
      (video) => ({
        set: {
          ...(data.title === undefined ? {} : { title: data.title }),
          ...(data.description === undefined
            ? {}
            : { description: data.description, hasOwnDescription: data.description !== '' }),
          ...(video.savedAt ? {} : { savedAt: now }),
        },
        events: detailsSaved(video, data),
      }),
      messageId,
    );
  }

  /** Gone from the library at once; its traces elsewhere are removed by whoever keeps them. */
  async delete(
    { ownerId, videoId }: MessageData<'upload.delete-video.v1'>,
    messageId: string,
  ): Promise<void> {
    const now = this.clock.now();
    const changed = await this.videos.change(
      ownerId,
      videoId,
      (video) => ({
        set: { deletedAt: now, nextCheckAt: now, title: '', description: '' },
        events: [
          createMessage({
            type: 'upload.video-deleted.v1',
            source: 'upload',
            subject: video._id,
            data: identityOf(video),
          }),
        ],
      }),
      messageId,
    );
    if (changed) await this.shelf.release(ownerId, changed._id);
    else if (!(await this.wasDeletedBy(ownerId, videoId, messageId))) throw AppError.notFound('The video');
  }

  /** A repeat of the very command that deleted it has succeeded. */
  private async wasDeletedBy(ownerId: string, videoId: string, messageId: string): Promise<boolean> {
    const video = await this.videos.findDeleted(ownerId, videoId);
    if (!video?.handled.includes(messageId)) return false;
    await this.shelf.release(ownerId, video._id);
    return true;
  }

  /** Another try of the step that failed. */
  async retry({ ownerId, videoId }: MessageData<'upload.retry-step.v1'>, messageId: string): Promise<void> {
    const video = await this.get(ownerId, videoId);
    if (video.handled.includes(messageId)) return;
    if (!video.failure?.isRetryable)
      throw new AppError('conflict', 'There is nothing to try again for this video.');
    if (video.failure.step === 'captioning') await this.host.requestCaptions(video.assetId);
    const now = this.clock.now();
    await this.videos.change(
      ownerId,
      videoId,
      (doc) => {
        const step = afterRetry(doc, identityOf(doc));
        return step && onItsWay(doc, () => toDecision(doc, step, now));
      },
      messageId,
    );
  }
}
