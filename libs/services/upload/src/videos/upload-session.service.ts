import { createHash, randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { MessageData } from '@vault/contracts';
import { authRpc } from '@vault/contracts/rpc';
import {
  AppError,
  CLOCK,
  correlationId,
  LOGGER,
  RPC,
  type Clock,
  type Logger,
  type Rpc,
} from '@vault/platform';
import type { VideoHost } from '@vault/integrations';
import { nextCheck } from '../domain/check-interval.ts';
import { ShelfService } from '../shelf/shelf.service.ts';
import { VIDEO_HOST } from '../upload.tokens.ts';
import { VideoNewsService } from './video-news.service.ts';
import { VideoRepository } from './video.repository.ts';
import type { VideoDocument } from './video.schema.ts';

export interface OpenedSession {
  readonly id: string;
  readonly uploadId: string;
  readonly url: string;
}

/** More than a plan has places: one look finds all. */
const mostOpen = 100;

/** Why an upload has ended, for who began it. */
const signedOut = 'You were signed out where this upload was begun. Please upload the file again.';

/** Opens uploads at the video host, and ends those that may not go on. */
@Injectable()
export class UploadSessionService {
  constructor(
    private readonly videos: VideoRepository,
    private readonly shelf: ShelfService,
    private readonly news: VideoNewsService,
    @Inject(VIDEO_HOST) private readonly host: VideoHost,
    @Inject(RPC) private readonly rpc: Rpc,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Takes a place of the plan and opens an upload at the video host.
   * @throws {AppError} limit-reached
   */
  async create(ownerId: string, openedIn?: string): Promise<OpenedSession> {
    const videoLimit = await this.demandEntitlement(ownerId);
    const id = randomUUID();
    await this.shelf.take(ownerId, id, videoLimit);
    let opened: { video: VideoDocument; url: string };
    try {
      opened = await this.open({ _id: id, ownerId, openedIn });
    } catch (error) {
      await this.shelf.release(ownerId, id);
      throw error;
    }
    await this.demandStill(opened.video);
    return { id, uploadId: opened.video.uploadId, url: opened.url };
  }

  /** Videos in the library plus open uploads. */
  countUsed(ownerId: string): Promise<number> {
    return this.shelf.countUsed(ownerId);
  }

  /**
   * The owner may not upload any more: what is open ends at the video host at once. Nothing ends when they may again,
   * which is what a message that comes late finds.
   */
  async endAllOf(ownerId: string): Promise<void> {
    const reason = await this.refusalOf(ownerId);
    if (reason === '') return;
    const open = await this.videos.openUploads(ownerId, mostOpen);
    await Promise.all(open.map((video) => this.end(video, reason)));
  }

  /** Sessions of the owner have ended: what was opened in them ends at the video host. */
  async endOpenedIn({ ownerId, sessionId, which }: MessageData<'upload.cancel-uploads.v1'>): Promise<void> {
    const openedIn = which === 'of-session' ? sessionId : { $ne: sessionId };
    const open = await this.videos.openUploads(ownerId, mostOpen, openedIn);
    await Promise.all(open.map((video) => this.end(video, signedOut)));
  }

  /** Ends an upload at the video host. What has arrived whole in that very moment stays. */
  async cancel(video: VideoDocument): Promise<void> {
    await this.host.cancelUpload(video.uploadId);
    await this.news.refresh(video);
  }

  private async open({
    openedIn,
    ...ids
  }: Pick<VideoDocument, '_id' | 'ownerId' | 'openedIn'>): Promise<{ video: VideoDocument; url: string }> {
    const ownerKey = createHash('sha256').update(ids.ownerId).digest('base64url');
    const { uploadId, url } = await this.host.createUpload({ passthrough: ids._id, ownerKey });
    const createdAt = this.clock.now();
    const nextCheckAt = nextCheck({ state: 'uploading', failure: null, createdAt }, createdAt);
    try {
      const opened = {
        ...ids,
        uploadId,
        createdAt,
        nextCheckAt,
        ...(openedIn !== undefined && { openedIn }),
      };
      return { video: await this.videos.open({ ...opened, correlationId: correlationId() }), url };
    } catch (error) {
      // Nobody will know of this upload: it is not left open at the host.
      await this.host.cancelUpload(uploadId).catch(() => undefined);
      throw error;
    }
  }

  /**
   * Asked once more now that the upload can be found: an owner who was deleted or switched off meanwhile is seen here, or
   * whoever ends their uploads sees this one.
   */
  private async demandStill(video: VideoDocument): Promise<void> {
    try {
      await this.demandEntitlement(video.ownerId);
    } catch (error) {
      await this.end(video, 'The upload could not be opened. Please try again.');
      throw error;
    }
  }

  /** @returns how many videos the owner may keep @throws {AppError} limit-reached, not-found */
  private async demandEntitlement(ownerId: string): Promise<number> {
    const auth = this.rpc.client('auth', authRpc.AuthServiceService);
    const { isAllowed, msg, videoLimit } = await auth.getEntitlement({ userId: ownerId });
    if (!isAllowed) throw new AppError('limit-reached', msg);
    return videoLimit;
  }

  /** Why an owner may not upload now, in words for them; empty when they may. */
  private async refusalOf(ownerId: string): Promise<string> {
    try {
      await this.demandEntitlement(ownerId);
      return '';
    } catch (error) {
      if (error instanceof AppError && (error.code === 'limit-reached' || error.code === 'not-found'))
        return error.message;
      throw error;
    }
  }

  /** First noted, then done: what the host does not answer now is done when it does. */
  private async end(video: VideoDocument, cancelReason: string): Promise<void> {
    const nextCheckAt = this.clock.now();
    const ending = await this.videos.changeById(video._id, ({ assetId, state, deletedAt }) =>
      assetId === '' && state === 'uploading' && !deletedAt
        ? { set: { cancelReason, nextCheckAt } }
        : undefined,
    );
    if (ending?.cancelReason === undefined) return;
    try {
      await this.cancel(ending);
    } catch (error) {
      this.logger.warn({ err: error, videoId: video._id }, 'an upload will be ended when the host answers');
    }
  }
}
