import { Inject, Injectable } from '@nestjs/common';
import { isDuplicateKey, STORE } from '@vault/platform';
import type { Connection, Model } from 'mongoose';
import type { Place, ShelfDocument } from './shelf.schema.ts';

/** The places a plan allows, taken and given back one by one so that no two uploads share the last one. */
@Injectable()
export class ShelfRepository {
  private readonly model: Model<ShelfDocument>;

  constructor(@Inject(STORE) store: Connection) {
    this.model = store.model<ShelfDocument>('Shelf');
  }

  async places(ownerId: string): Promise<readonly Place[]> {
    const shelf = await this.model.findOne({ _id: ownerId }).lean();
    return shelf?.places ?? [];
  }

  /** @returns false when all `limit` places are taken */
  async take(ownerId: string, place: Place, limit: number): Promise<boolean> {
    if (limit < 1) return false;
    await this.ensureShelf(ownerId);
    const free = { _id: ownerId, [`places.${String(limit - 1)}`]: { $exists: false } };
    const taken = await this.model.updateOne(free, { $push: { places: place } });
    return taken.modifiedCount === 1;
  }

  async release(ownerId: string, videoId: string): Promise<void> {
    await this.model.updateOne({ _id: ownerId }, { $pull: { places: { videoId } } });
  }

  /** The owner is gone. */
  async remove(ownerId: string): Promise<void> {
    await this.model.deleteOne({ _id: ownerId });
  }

  private async ensureShelf(ownerId: string): Promise<void> {
    try {
      await this.model.updateOne({ _id: ownerId }, { $setOnInsert: { places: [] } }, { upsert: true });
    } catch (error) {
      // Two first uploads at once: a server lets one of them make the shelf, and that is enough.
      if (!isDuplicateKey(error)) throw error;
    }
  }
}
