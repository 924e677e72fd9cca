import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { MessageData, VideoIdentity } from '@vault/contracts';
import { AppError, CLOCK, type Clock } from '@vault/base';
import { InjectClient, VideoOwners, type ClientOf, type Gift } from '@vault/rpc';
import { Tombstones, type Decision } from '@vault/store';
import { checkSpan } from '../domain/check-span.ts';
import { MomentRepository } from './moment.repository.ts';
import type { MomentDocument, MomentSpan } from './moment.schema.ts';

/** Moments on a page of the list. */
export const momentPageSize = 200;
/** Links to one video, and of one owner: far more than a person can manage. */
const maxPerVideo = 500;
const maxPerOwner = 5_000;
/** Moments that are removed or given away together. */
const together = 50;

/** Links to moments of videos that work for anyone: the same span is the same moment. */
@Injectable()
export class MomentService {
  constructor(
    private readonly moments: MomentRepository,
    private readonly tombstones: Tombstones,
    private readonly owners: VideoOwners,
    @InjectClient('upload') private readonly upload: ClientOf<'upload'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Makes the link of a span. A link that has ended works again.
   * @throws {AppError} not-found, invalid-input, conflict, limit-reached
   */
  async share({ ownerId, ...span }: MessageData<'portal.share-moment.v1'>, messageId: string): Promise<void> {
    const { videoId } = span;
    const { streamUrl, durationSeconds } = await this.upload
      .getVideo({ ownerId, videoId })
      .catch((error: unknown) => this.clearMissing(error, { ownerId, videoId }));
    checkSpan(span, { durationSeconds, isPlayable: streamUrl !== '' });
    const existing = await this.moments.find(ownerId, span);
    if (!existing) await this.insert(ownerId, span, messageId);
    else if (this.hasEnded(existing))
      await this.moments.change(ownerId, existing._id, { unset: ['endsAt'] }, messageId);
    // A crash after the insertion may have left it without its entry.
    else if (existing.version === 0) await this.moments.log(ownerId, existing._id, messageId);
  }

  /** @throws {AppError} not-found, also when it is somebody else's */
  async edit(data: MessageData<'portal.edit-moment.v1'>, messageId: string): Promise<void> {
    const { ownerId, momentId, endsAt, isListed } = data;
    const decision: Decision<MomentDocument> = {
      set: { isListed, endsAt: typeof endsAt === 'number' ? new Date(endsAt * 1_000) : undefined },
      unset: endsAt === null ? ['endsAt'] : [],
    };
    if (!(await this.moments.change(ownerId, momentId, decision, messageId)))
      throw AppError.notFound('The link');
  }

  revoke({ ownerId, momentId }: MessageData<'portal.revoke-moment.v1'>, messageId: string): Promise<void> {
    return this.moments.remove(ownerId, momentId, messageId);
  }

  /** @throws {AppError} not-found, also when the link has ended */
  async open(id: string): Promise<MomentDocument> {
    const moment = await this.moments.open(id);
    if (!moment || this.hasEnded(moment)) throw AppError.notFound('The moment');
    return moment;
  }

  /** @throws {AppError} not-found, also when it is somebody else's */
  async get(ownerId: string, id: string): Promise<MomentDocument> {
    const moment = await this.moments.get(ownerId, id);
    if (!moment) throw AppError.notFound('The link');
    return moment;
  }

  countPlay(id: string): Promise<void> {
    return this.moments.countPlay(id);
  }

  /** @throws {AppError} not-found */
  async find({
    ownerId,
    ...span
  }: {
    ownerId: string;
    videoId: string;
    kind: string;
    start: number;
    end: number;
  }): Promise<MomentDocument> {
    const moment = await this.moments.find(ownerId, span as MomentSpan);
    if (!moment) throw AppError.notFound('The link');
    return moment;
  }

  /** @param after the id of the last moment before the page; empty for the first page */
  list(ownerId: string, videoId: string | undefined, after: string): Promise<MomentDocument[]> {
    return this.moments.list(ownerId, { videoId, after, limit: momentPageSize });
  }

  /** Gives moments to whoever has their video now; their links stay. */
  followMove(move: MessageData<'upload.video-moved.v1'>): Promise<void> {
    return this.owners.followMove(move, (gift) => this.giveAll(gift));
  }

  private async giveAll({ videoId, fromOwnerId, toOwnerId }: Gift): Promise<void> {
    for (let moments: MomentDocument[] | undefined; (moments?.length ?? together) === together;) {
      moments = await this.moments.list(fromOwnerId, { videoId, limit: together });
      await Promise.all(moments.map((moment) => this.moments.give(moment, toOwnerId)));
    }
  }

  async deleteVideo({ ownerId, videoId }: VideoIdentity): Promise<void> {
    await this.tombstones.addVideo(videoId);
    while (await this.remove(ownerId, videoId));
  }

  /**
   * Removes moments of a deleted owner. The event of a move may come later than the deletion, so moments are given to
   * whoever has their video.
   * @returns whether there are more
   */
  async removeSome(ownerId: string): Promise<boolean> {
    const moments = await this.moments.list(ownerId, { limit: together });
    const owners = await this.owners.of(moments.map(({ videoId }) => videoId));
    const take = (moment: MomentDocument) => {
      const owner = owners.get(moment.videoId) ?? ownerId;
      return owner === ownerId ? this.moments.remove(ownerId, moment._id) : this.moments.give(moment, owner);
    };
    await Promise.all(moments.map(take));
    return moments.length === together;
  }

  private async remove(ownerId: string, videoId: string): Promise<boolean> {
    const moments = await this.moments.list(ownerId, { videoId, limit: together });
    await Promise.all(moments.map(({ _id }) => this.moments.remove(ownerId, _id)));
    return moments.length === together;
  }

  /** Limits are checked after the insertion, so that simultaneous requests count each other. */
  private async insert(ownerId: string, span: MomentSpan, messageId: string): Promise<void> {
    const { videoId } = span;
    const _id = randomBytes(16).toString('base64url');
    const moment = { ...span, _id, ownerId, createdAt: this.clock.now(), isListed: false, plays: 0 };
    if (!(await this.moments.insert(moment))) return;
    const undo = () => this.moments.removeNew(_id);
    if (await this.tombstones.undoIfDeleted(moment, undo)) throw AppError.notFound('The video');
    try {
      if (await this.owners.hasLeft(moment)) throw AppError.notFound('The video');
      if ((await this.moments.count(ownerId, videoId)) > maxPerVideo)
        throw tooMany('This video', maxPerVideo);
      if ((await this.moments.count(ownerId)) > maxPerOwner) throw tooMany('Your library', maxPerOwner);
    } catch (error) {
      await undo();
      throw error;
    }
    await this.moments.log(ownerId, _id, messageId);
  }

  /** A crash after an insertion may have left a moment of a video that was deleted, or has moved, before it. */
  private async clearMissing(error: unknown, video: VideoIdentity): Promise<never> {
    if (
      AppError.is(error, 'not-found') &&
      (await this.owners.follow(video, (gift) => this.giveAll(gift))) === undefined
    )
      while (await this.remove(video.ownerId, video.videoId));
    throw error;
  }

  private hasEnded({ endsAt }: MomentDocument): boolean {
    return endsAt ? endsAt <= this.clock.now() : false;
  }
}

function tooMany(what: string, limit: number): AppError {
  return new AppError(
    'limit-reached',
    `${what} has ${String(limit)} links. Please end one that is no longer used.`,
  );
}
