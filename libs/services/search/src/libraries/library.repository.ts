import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { wasInserted } from '@vault/platform';
import type { Model } from 'mongoose';
import type { LibraryDocument } from './library.schema.ts';

/** A copy that has missed more changes is loaded again. */
const maxRecentChanges = 100;

export type LibraryState = Pick<LibraryDocument, 'revision' | 'recent'>;

@Injectable()
export class LibraryRepository {
  constructor(@InjectModel('Library', 'search') private readonly model: Model<LibraryDocument>) {}

  async find(ownerId: string): Promise<LibraryState> {
    const found = await this.model.findOne({ _id: ownerId }).lean();
    return found ?? { revision: 0, recent: [] };
  }

  /** Removes the revision of a deleted owner. */
  async remove(ownerId: string): Promise<void> {
    await this.model.deleteOne({ _id: ownerId });
  }

  /** Call it after the change, so that a reader of the new revision finds the change. */
  async recordChange(ownerId: string, videoId: string): Promise<void> {
    const update = {
      $inc: { revision: 1 },
      $push: { recent: { $each: [videoId], $slice: -maxRecentChanges } },
    };
    const record = () => this.model.updateOne({ _id: ownerId }, update, { upsert: true });
    // Of two first changes at once, one inserts the document.
    if (!(await wasInserted(record()))) await record();
  }
}
