import { Injectable, Optional } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { wasInserted } from '../documents/was-inserted.ts';
import type { DeletedOwnerDocument, DeletedVideoDocument } from './tombstone.schemas.ts';

interface Identity {
  readonly ownerId: string;
  /** In services that note deleted videos. */
  readonly videoId?: string;
}

/** The ids of deleted owners and videos: late messages about them leave no data. */
@Injectable()
export class Tombstones {
  constructor(
    @InjectModel('DeletedOwner') private readonly owners: Model<DeletedOwnerDocument>,
    @Optional() @InjectModel('DeletedVideo') private readonly videos?: Model<DeletedVideoDocument>,
  ) {}

  /** Call it before the data is removed. An existing entry stays. */
  async addOwner(owner: DeletedOwnerDocument): Promise<void> {
    await wasInserted(this.owners.create(owner));
  }

  /** As {@link addOwner}. */
  async addVideo(videoId: string): Promise<void> {
    if (this.videos) await wasInserted(this.videos.create({ _id: videoId, deletedAt: new Date() }));
  }

  /**
   * Undoes what was stored for an owner or a video that was deleted meanwhile. Call it after storing, not before: either
   * this check sees the deletion, or the deletion sees the data.
   * @returns whether it was deleted
   */
  async undoIfDeleted({ ownerId, videoId }: Identity, undo: () => Promise<unknown>): Promise<boolean> {
    const isDeleted =
      (await this.owners.exists({ _id: ownerId })) ??
      (videoId !== undefined && (await this.videos?.exists({ _id: videoId })));
    if (isDeleted) await undo();
    return Boolean(isDeleted);
  }
}
