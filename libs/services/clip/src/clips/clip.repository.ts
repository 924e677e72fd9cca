import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { DueRecords, OwnedCollection, type Decision, wasInserted, type OutboxRelay } from '@vault/store';
import { RELAY } from '@vault/base';
import type { Model } from 'mongoose';
import type { ClipDocument } from './clip.schema.ts';

const notDeleted = { deletedAt: { $exists: false } };
const notFailed = { state: { $ne: 'failed' }, ...notDeleted } as const;

export type NewClip = Omit<
  ClipDocument,
  | 'version'
  | 'outbox'
  | 'outboxSince'
  | 'handled'
  | 'nextCheckAt'
  | 'deletedAt'
  | 'restorableUntil'
  | 'isHidden'
  | 'firstOwnerId'
> & { nextCheckAt: Date };

interface ClipPage {
  /** Absent: clips of all videos. */
  readonly videoId: string | undefined;
  readonly after: string;
  readonly limit: number;
}

type Decide = (clip: ClipDocument) => Decision<ClipDocument> | undefined;

@Injectable()
export class ClipRepository {
  readonly dueRecords: DueRecords<ClipDocument>;
  private readonly clips: OwnedCollection<ClipDocument>;

  constructor(
    @InjectModel('Clip', 'clip') private readonly model: Model<ClipDocument>,
    @Inject(RELAY) relay: OutboxRelay,
  ) {
    this.clips = new OwnedCollection(model, relay);
    this.dueRecords = new DueRecords(model);
  }

  /** @returns false when it exists already */
  insert(clip: NewClip): Promise<boolean> {
    return wasInserted(this.clips.insert(clip));
  }

  /** Also one that is marked as deleted. */
  find(ownerId: string, id: string): Promise<ClipDocument | null> {
    return this.clips.findOne({ ownerId, _id: id });
  }

  /** Clips of a range of a video, in every look; also those that are marked as deleted. */
  ofRange(
    ownerId: string,
    videoId: string,
    { start, end }: Pick<ClipDocument, 'start' | 'end'>,
  ): Promise<ClipDocument[]> {
    return this.clips.find({ ownerId, videoId, start, end });
  }

  /** Also those that are marked as deleted. */
  ofVideo(ownerId: string, videoId: string, limit: number): Promise<ClipDocument[]> {
    return this.clips.find({ ownerId, videoId }, { limit });
  }

  /** Newest first. */
  newest(ownerId: string, videoId: string, limit: number): Promise<ClipDocument[]> {
    return this.clips.find({ ownerId, videoId, ...notDeleted }, { sort: { createdAt: -1 }, limit });
  }

  change(ownerId: string, id: string, decide: Decide, messageId?: string): Promise<ClipDocument | null> {
    return this.clips.change({ ownerId, _id: id }, decide, { messageId });
  }

  /** For work at the host, during which the clip may get another owner. */
  changeById(id: string, decide: Decide): Promise<ClipDocument | null> {
    return this.clips.acrossOwners.change({ _id: id }, decide);
  }

  /** Gives a clip to another owner. */
  async give({ _id, ownerId }: Pick<ClipDocument, '_id' | 'ownerId'>, toOwnerId: string): Promise<void> {
    await this.change(ownerId, _id, ({ firstOwnerId = ownerId }) => ({
      ownerId: toOwnerId,
      set: { firstOwnerId },
    }));
  }

  countMaking(ownerId: string): Promise<number> {
    return this.clips.count({ ownerId, state: 'making', ...notDeleted });
  }

  countOfVideo(ownerId: string, videoId: string): Promise<number> {
    return this.clips.count({ ownerId, videoId, ...notFailed });
  }

  oldestReady(ownerId: string, videoId: string): Promise<ClipDocument[]> {
    const filter = { ownerId, videoId, ...notDeleted, state: 'ready' } as const;
    return this.clips.find(filter, { sort: { createdAt: 1 }, limit: 1 });
  }

  /** Clips that are not marked as deleted, in the order of their ids. */
  page(ownerId: string, { videoId, after, limit }: ClipPage): Promise<ClipDocument[]> {
    const ofVideo = videoId === undefined ? {} : { videoId };
    const filter = { ownerId, ...ofVideo, _id: { $gt: after }, ...notDeleted };
    return this.clips.find(filter, { sort: { _id: 1 }, limit });
  }

  /**
   * Hides the clip; the poller deletes its asset at the host, or ends its address while it can be restored.
   * @param restorableUntil for a clip that is ready: until when it can be restored
   */
  async delete(
    { ownerId, _id }: Pick<ClipDocument, 'ownerId' | '_id'>,
    now: Date,
    { restorableUntil, messageId }: { restorableUntil?: Date; messageId?: string } = {},
  ): Promise<void> {
    const decide: Decide = ({ deletedAt, state }) =>
      deletedAt
        ? undefined
        : {
            set: {
              deletedAt: now,
              nextCheckAt: now,
              ...(state === 'ready' && restorableUntil && { restorableUntil }),
            },
          };
    await this.change(ownerId, _id, decide, messageId);
  }

  /** Stores the entry of the command that made the clip. */
  log({ ownerId, _id }: Pick<ClipDocument, 'ownerId' | '_id'>, messageId: string): Promise<void> {
    return this.clips.log({ ownerId, _id }, messageId);
  }

  /** Removes a clip that nobody has requested from the host, whoever it was given to since. */
  async removeNew({ _id }: Pick<ClipDocument, '_id'>): Promise<void> {
    await this.model.deleteOne({ _id });
  }

  remove({ _id, ownerId }: Pick<ClipDocument, '_id' | 'ownerId'>): Promise<void> {
    return this.clips.remove({ _id, ownerId });
  }
}
