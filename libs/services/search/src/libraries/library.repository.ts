import { Inject, Injectable } from '@nestjs/common';
import { isDuplicateKey, STORE } from '@vault/platform';
import type { Connection, Model } from 'mongoose';
import type { LibraryDocument } from './library.schema.ts';

/** A copy that is further behind is read anew. */
const keptChanges = 100;

export type LibraryState = Pick<LibraryDocument, 'revision' | 'recent'>;

@Injectable()
export class LibraryRepository {
  private readonly model: Model<LibraryDocument>;

  constructor(@Inject(STORE) store: Connection) {
    this.model = store.model<LibraryDocument>('Library');
  }

  async find(ownerId: string): Promise<LibraryState> {
    const found = await this.model.findOne({ _id: ownerId }).lean();
    return found ?? { revision: 0, recent: [] };
  }

  /** The owner is gone. */
  async remove(ownerId: string): Promise<void> {
    await this.model.deleteOne({ _id: ownerId });
  }

  /** Told after the change: whoever reads the new revision finds the change. */
  async noteChange(ownerId: string, videoId: string): Promise<void> {
    const update = {
      $inc: { revision: 1 },
      $push: { recent: { $each: [videoId], $slice: -keptChanges } },
    };
    const note = () => this.model.updateOne({ _id: ownerId }, update, { upsert: true });
    await note().catch((error: unknown) => {
      // Two first changes at once: one of them made it, the other counts upon it.
      if (isDuplicateKey(error)) return note();
      throw error;
    });
  }
}
