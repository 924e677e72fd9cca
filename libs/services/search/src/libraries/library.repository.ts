import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { VideoIdentity } from '@vault/contracts';
import { wasInserted } from '@vault/store';
import type { Model } from 'mongoose';
import type { LibraryDocument } from './library.schema.ts';

/** A copy that has missed more changes is loaded again. */
const maxRecentChanges = 100;

export type LibraryState = Pick<LibraryDocument, 'version' | 'recent'>;

@Injectable()
export class LibraryRepository {
  constructor(@InjectModel('Library', 'search') private readonly model: Model<LibraryDocument>) {}

  async find(ownerId: string): Promise<LibraryState> {
    const found = await this.model.findOne({ _id: ownerId }).lean();
    return found ?? { version: 0, recent: [] };
  }

  /** Removes the version of a deleted owner. */
  async remove(ownerId: string): Promise<void> {
    await this.model.deleteOne({ _id: ownerId });
  }

  /** Call it after the change, so that a reader of the new version finds the change. */
  async recordChange({ ownerId, videoId }: VideoIdentity): Promise<void> {
    const record = () => this.model.updateOne({ _id: ownerId }, withChange(videoId), { upsert: true });
    // Of two first changes at once, one inserts the document.
    if (!(await wasInserted(record()))) await record();
  }

  /** As {@link recordChange}, of a library with changes before. @returns false when it has none, or was removed */
  async recordKnownChange({ ownerId, videoId }: VideoIdentity): Promise<boolean> {
    return (await this.model.updateOne({ _id: ownerId }, withChange(videoId))).matchedCount > 0;
  }
}

const withChange = (videoId: string) => ({
  $inc: { version: 1 },
  $push: { recent: { $each: [videoId], $slice: -maxRecentChanges } },
});
