import { createHash, randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { MessageData } from '@vault/contracts';
import type { uploadRpc } from '@vault/contracts/rpc';
import { AppError, assertAllowed, CLOCK, LOGGER, type Clock, currentOrigin, type Logger } from '@vault/base';
import { idFrom } from '@vault/messaging';
import { InjectClient, type ClientOf } from '@vault/rpc';
import { isDuplicateKey } from '@vault/store';
import { VIDEO_HOST, type VideoHost } from '@vault/integrations';
import { nextCheck } from '../domain/check-interval.ts';
import { CaptionHintsService } from './caption-hints.service.ts';
import { VideoQuotaService } from './video-quota.service.ts';
import { HostSyncService } from './host-sync.service.ts';
import { VideoRepository } from './video.repository.ts';
import type { VideoDocument } from './video.schema.ts';

export interface OpenedSession {
  readonly id: string;
  readonly uploadId: string;
  readonly url: string;
}

type NewUpload = Pick<VideoDocument, '_id' | 'ownerId' | 'createdBy' | 'openedIn'> & {
  /** Whether its client may send the request again. */
  readonly isRepeatable: boolean;
};

interface OpenedUpload {
  readonly video: VideoDocument;
  readonly url: string;
}

/** More than the slots of a plan; a team may have more. */
const openUploadsAtOnce = 100;

/** The reason shown to the person who started the upload. */
const signedOut =
  'You were signed out in the session that started this upload. Please upload the file again.';

/** Opens uploads at the video host, and cancels uploads that may not continue. */
@Injectable()
export class UploadSessionService {
  constructor(
    private readonly videos: VideoRepository,
    private readonly quota: VideoQuotaService,
    private readonly hostSync: HostSyncService,
    private readonly hints: CaptionHintsService,
    @Inject(VIDEO_HOST) private readonly host: VideoHost,
    @InjectClient('auth') private readonly auth: ClientOf<'auth'>,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Takes a quota slot and opens an upload at the video host. Asks auth once, and again only when an event meanwhile ended
   * an access of the owner or a session of the person: its handler may have missed this upload. A repeat of a request with a key answers
   * the upload that the request has opened.
   * @throws {AppError} limit-reached; unauthenticated when the session has ended
   */
  async create(input: uploadRpc.CreateSessionRequest): Promise<OpenedSession> {
    const { ownerId, createdBy = ownerId, sessionId, requestKey } = input;
    const id = requestKey === undefined ? randomUUID() : idFrom(requestKey);
    const opened = requestKey === undefined ? undefined : await this.find(ownerId, id);
    if (opened) return opened;
    const request = { _id: id, ownerId, openedIn: sessionId, isRepeatable: requestKey !== undefined };
    const [{ video, url }, hasAccessEnded] =
      createdBy === ownerId
        ? await this.quota.watchAccess([ownerId], () => this.takeAndOpen(request))
        : await this.quota.watchAccess([ownerId, createdBy], () =>
            this.takeAndOpen({ ...request, createdBy }),
          );
    if (hasAccessEnded) await this.recheckEntitlement(video);
    return { id: video._id, uploadId: video.uploadId, url };
  }

  /** Videos in the library plus open uploads. */
  countUsed(ownerId: string): Promise<number> {
    return this.quota.countUsed(ownerId);
  }

  /**
   * Cancels every open upload of an owner who may no longer upload. The entitlement is read now: a late event about an
   * owner who may upload again cancels nothing.
   */
  async cancelAllOf(ownerId: string): Promise<void> {
    await this.quota.countAccessEnd(ownerId);
    const reason = await this.refusalOf(ownerId);
    if (reason !== '')
      await this.cancelEach(
        (limit) => this.videos.openUploads({ ownerId }, limit),
        () => reason,
      );
    // A person who is switched off may not upload to teams either.
    await this.cancelEach(
      (limit) => this.videos.openUploadsInTeams(ownerId, limit),
      (video) => this.refusalOf(video.ownerId, ownerId),
    );
  }

  /**
   * Cancels the open uploads of a person who may no longer upload to a team. Their role is read now, as in
   * {@link cancelAllOf}.
   */
  async cancelOfMember({ ownerId, userId }: MessageData<'auth.member-changed.v1'>): Promise<void> {
    await this.quota.countAccessEnd(ownerId);
    const reason = await this.refusalOf(ownerId, userId);
    if (reason === '') return;
    const of = { ownerId, createdBy: userId };
    await this.cancelEach(
      (limit) => this.videos.openUploads(of, limit),
      () => reason,
    );
  }

  /**
   * Cancels the open uploads of ended sessions. When several have ended, auth says which are open: a late event must not
   * cancel an upload of a newer session.
   */
  async cancelOfEnded({ userId, sessionId }: MessageData<'auth.sessions-ended.v1'>): Promise<void> {
    await this.quota.countAccessEnd(userId);
    const isEnded =
      sessionId === undefined ? await this.sessionsNotOpen(userId) : (id?: string) => id === sessionId;
    const reasonOf = ({ openedIn }: VideoDocument) => (isEnded(openedIn) ? signedOut : '');
    await this.cancelEach((limit) => this.videos.openUploads({ ownerId: userId }, limit), reasonOf);
    await this.cancelEach((limit) => this.videos.openUploadsInTeams(userId, limit), reasonOf);
  }

  /** Cancels open uploads for which there is a reason, until no other is found. */
  private async cancelEach(
    find: (limit: number) => Promise<VideoDocument[]>,
    reasonOf: (video: VideoDocument) => Promise<string> | string,
  ): Promise<void> {
    const seen = new Set<string>();
    for (;;) {
      const found = (await find(seen.size + openUploadsAtOnce)).filter(({ _id }) => !seen.has(_id));
      if (found.length === 0) return;
      for (const video of found) {
        seen.add(video._id);
        const reason = await reasonOf(video);
        if (reason !== '') await this.requestCancellation(video, reason);
      }
    }
  }

  /** Cancels an upload at the video host. An upload that completes at the same moment stays. */
  async cancel(video: VideoDocument): Promise<void> {
    await this.host.cancelUpload(video.uploadId);
    await this.hostSync.refresh(video);
  }

  private async find(ownerId: string, id: string): Promise<OpenedSession | undefined> {
    const { uploadId, uploadUrl } = (await this.videos.find(ownerId, id)) ?? {};
    return uploadId !== undefined && uploadUrl !== undefined ? { id, uploadId, url: uploadUrl } : undefined;
  }

  private async takeAndOpen(request: NewUpload): Promise<OpenedUpload> {
    const { _id: id, ownerId } = request;
    const videoLimit = await this.requireEntitlement(request);
    await this.quota.take(ownerId, id, videoLimit);
    try {
      return await this.open(request);
    } catch (error) {
      // Another request with this key opens the upload now, in this slot: the next repeat finds it.
      if (isDuplicateKey(error)) throw AppError.unavailable();
      await this.quota.release(ownerId, id);
      throw error;
    }
  }

  private async open({ openedIn, createdBy, isRepeatable, ...ids }: NewUpload): Promise<OpenedUpload> {
    const ownerKey = createHash('sha256').update(ids.ownerId).digest('base64url');
    const hints = await this.hints.of(ids.ownerId);
    const { uploadId, url } = await this.host.createUpload({ passthrough: ids._id, ownerKey, hints });
    const createdAt = this.clock.now();
    const nextCheckAt = nextCheck({ state: 'uploading', failure: null, createdAt }, createdAt);
    try {
      const opened = {
        ...ids,
        uploadId,
        createdAt,
        nextCheckAt,
        ...(openedIn !== undefined && { openedIn }),
        ...(createdBy !== undefined && { createdBy }),
        ...(isRepeatable && { uploadUrl: url }),
      };
      return { video: await this.videos.open({ ...opened, ...currentOrigin() }), url };
    } catch (error) {
      // No record refers to this upload, so nothing would ever cancel it.
      await this.host.cancelUpload(uploadId).catch(() => undefined);
      throw error;
    }
  }

  private async recheckEntitlement(video: VideoDocument): Promise<void> {
    try {
      await this.requireEntitlement(video);
    } catch (error) {
      await this.requestCancellation(video, 'The upload could not be opened. Please try again.');
      throw error;
    }
  }

  /** @returns how many videos the owner may keep @throws {AppError} limit-reached, not-found, unauthenticated */
  private async requireEntitlement(
    upload: Pick<VideoDocument, 'ownerId' | 'createdBy' | 'openedIn'>,
  ): Promise<number> {
    const { ownerId, createdBy: userId, openedIn: sessionId } = upload;
    const entitlement = await this.auth.getEntitlement({ ownerId, userId, sessionId });
    assertAllowed(entitlement);
    return entitlement.videoLimit;
  }

  /** @returns whether a session is not open, by its id; no session of a deleted account is open */
  private async sessionsNotOpen(userId: string): Promise<(id?: string) => boolean> {
    try {
      const { sessions } = await this.auth.listSessions({ userId });
      const open = new Set<string | undefined>(sessions.map(({ id }) => id));
      return (id) => !open.has(id);
    } catch (error) {
      if (AppError.is(error, 'not-found')) return () => true;
      throw error;
    }
  }

  /**
   * Why an owner may not upload now, as a sentence for them; empty when they may.
   * @param createdBy the member of a team who uploads
   */
  private async refusalOf(ownerId: string, createdBy?: string): Promise<string> {
    try {
      await this.requireEntitlement({ ownerId, ...(createdBy !== undefined && { createdBy }) });
      return '';
    } catch (error) {
      if (AppError.is(error, 'limit-reached', 'not-found')) return error.message;
      throw error;
    }
  }

  /** Stores the request first: when the host does not answer, the poller retries. */
  private async requestCancellation(video: VideoDocument, cancelReason: string): Promise<void> {
    const nextCheckAt = this.clock.now();
    const cancelled = await this.videos.changeById(video._id, ({ assetId, state, deletedAt }) =>
      assetId === '' && state === 'uploading' && !deletedAt
        ? { set: { cancelReason, nextCheckAt } }
        : undefined,
    );
    if (cancelled?.cancelReason === undefined) return;
    try {
      await this.cancel(cancelled);
    } catch (error) {
      this.logger.warn(
        { err: error, videoId: video._id },
        'an upload will be cancelled when the host answers',
      );
    }
  }
}
