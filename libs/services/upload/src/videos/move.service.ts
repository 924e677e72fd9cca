import { Inject, Injectable } from '@nestjs/common';
import type { MessageData } from '@vault/contracts';
import { AppError, assertAllowed, CLOCK, currentActor, LOGGER, type Clock, type Logger } from '@vault/base';
import { auditEntry, createEvent } from '@vault/messaging';
import { InjectClient, type ClientOf } from '@vault/rpc';
import type { Decision } from '@vault/store';
import { creatorAfterMove, moveProblem } from '../domain/move.ts';
import { VideoQuotaService } from './video-quota.service.ts';
import { VideoRepository } from './video.repository.ts';
import type { MovedFrom, VideoDocument } from './video.schema.ts';

type Move = MessageData<'upload.move-video.v1'>;

/** Far above any plan. */
const anyNumber = 1_000_000;

/**
 * Gives videos to other workspaces. A place is taken there; then one write changes the owner, with the event by which the
 * other services give away their data; then the place before is free. A place without a video is freed by the quota, and
 * a video that still has its place before is finished by the poller, so a process may die anywhere.
 */
@Injectable()
export class MoveService {
  constructor(
    private readonly videos: VideoRepository,
    private readonly quota: VideoQuotaService,
    @InjectClient('auth') private readonly auth: ClientOf<'auth'>,
    @InjectClient('chaptering') private readonly chaptering: ClientOf<'chaptering'>,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * The actor must be allowed to upload to the other workspace.
   * @throws {AppError} not-found; conflict while something works on the video; limit-reached
   */
  async move(move: Move, messageId: string): Promise<void> {
    const { videoId, ownerId, toOwnerId } = move;
    if (ownerId === toOwnerId) throw new AppError('invalid-input', 'The video is in this workspace.');
    const [video, isDone] = await Promise.all([
      this.videos.findWhole(ownerId, videoId),
      this.wasDoneBy(move, messageId),
    ]);
    if (isDone || video?.handled.includes(messageId)) return;
    if (!video) throw AppError.notFound('The video');
    requireIdle(video);
    if (await this.isWrittenTo(move))
      throw new AppError('conflict', 'Wait until the texts have been written.');
    const takenAt = await this.takePlace(move);
    const moved = await this.giveAway(move, takenAt, messageId);
    this.logger.info({ videoId, ownerId, toOwnerId }, 'a video moved to another workspace');
    await this.finish(moved);
  }

  /** Frees the place of a moved video where it was before. May be repeated. */
  async finish({ _id: videoId, ownerId, movedFrom, deletedAt }: VideoDocument): Promise<void> {
    if (!movedFrom) return;
    // The process that moved it may have been so slow that its place was taken for a lost one.
    if (!deletedAt) await this.quota.take(ownerId, videoId, anyNumber);
    const { ownerId: fromId, takenAt } = movedFrom;
    if (takenAt) await this.quota.release(fromId, videoId, takenAt);
    await this.videos.changeById(videoId, (now) =>
      now.movedFrom?.ownerId === fromId ? { unset: ['movedFrom'] } : undefined,
    );
  }

  private async wasDoneBy({ videoId, toOwnerId }: Move, messageId: string): Promise<boolean> {
    const moved = await this.videos.findWhole(toOwnerId, videoId);
    if (!moved?.handled.includes(messageId)) return false;
    await this.finish(moved);
    return true;
  }

  /** Whether chaptering writes texts of it. What it begins after this goes along, or is refused with its tokens returned. */
  private async isWrittenTo({ videoId, ownerId }: Move): Promise<boolean> {
    const request = { ownerId, videoIds: [videoId], withTranscript: false };
    const { sets } = await this.chaptering.getChapterSets(request);
    return sets.some(({ isGenerating, operations }) => isGenerating || operations.length > 0);
  }

  /** @returns when it took the place, unless the video has one there @throws {AppError} limit-reached */
  private async takePlace({ videoId, toOwnerId }: Move): Promise<Date> {
    const entitlement = await this.auth.getEntitlement({ ownerId: toOwnerId, userId: currentActor()?.id });
    assertAllowed(entitlement);
    const { videoLimit } = entitlement;
    const [takenAt] = await this.quota.watchAccess([toOwnerId], () =>
      this.quota.tryToTake(toOwnerId, videoId, videoLimit),
    );
    if (takenAt) return takenAt;
    const places = `${String(videoLimit)} of ${String(videoLimit)}`;
    const msg = `The other workspace has used ${places} videos of its plan. Delete one there first.`;
    throw new AppError('limit-reached', msg);
  }

  /** The one write that moves the video. @throws {AppError} not-found, conflict */
  private async giveAway(
    { videoId, ownerId, toOwnerId }: Move,
    placeTakenAt: Date,
    messageId: string,
  ): Promise<VideoDocument> {
    try {
      const movedFrom = { ownerId, takenAt: await this.quota.takenAt(ownerId, videoId) };
      const decide = (video: VideoDocument) => {
        requireIdle(video);
        return this.toMoved(video, { toOwnerId, movedFrom, messageId });
      };
      const moved = await this.videos.change(ownerId, videoId, decide, messageId);
      if (!moved) throw AppError.notFound('The video');
      return moved;
    } catch (error) {
      await this.quota.release(toOwnerId, videoId, placeTakenAt);
      throw error;
    }
  }

  /** Both workspaces have an entry of it in their audit logs. */
  private toMoved(
    video: VideoDocument,
    { toOwnerId, movedFrom, messageId }: { toOwnerId: string; movedFrom: MovedFrom; messageId: string },
  ): Decision<VideoDocument> {
    const { _id: videoId, ownerId: fromOwnerId } = video;
    const createdBy = creatorAfterMove(video, toOwnerId);
    const data = { videoId, ownerId: toOwnerId, fromOwnerId };
    const arrival = auditEntry({
      id: `${messageId}-arrival`,
      ownerId: toOwnerId,
      action: 'upload.move-video',
      fields: { videoId, fromOwnerId },
    });
    return {
      ownerId: toOwnerId,
      set: { movedFrom, nextCheckAt: this.clock.now(), ...(createdBy !== undefined && { createdBy }) },
      unset: ['openedIn', ...(createdBy === undefined ? (['createdBy'] as const) : [])],
      events: [createEvent('upload.video-moved.v1', videoId, data), ...(arrival ? [arrival] : [])],
    };
  }
}

/** @throws {AppError} conflict */
function requireIdle(video: VideoDocument): void {
  const problem = video.movedFrom ? 'Wait until the video has been moved.' : moveProblem(video);
  if (problem !== undefined) throw new AppError('conflict', problem);
}
