import { Inject, Injectable } from '@nestjs/common';
import { STORE } from '@vault/platform';
import { Schema, type Connection, type Model } from 'mongoose';

interface ShelfDocument {
  /** The owner's id. */
  _id: string;
  /** Videos in the library and open uploads: each holds one place. */
  videoIds: string[];
}

const shelfSchema = new Schema<ShelfDocument>(
  { _id: { type: String, required: true }, videoIds: { type: [String], default: [] } },
  { versionKey: false },
);

/** The places a plan allows, taken and given back one by one so that no two uploads share the last one. */
@Injectable()
export class ShelfRepository {
  private readonly model: Model<ShelfDocument>;

  constructor(@Inject(STORE) store: Connection) {
    this.model = store.model<ShelfDocument>('Shelf', shelfSchema);
  }

  async used(ownerId: string): Promise<number> {
    const shelf = await this.model.findOne({ _id: ownerId }).lean();
    return shelf?.videoIds.length ?? 0;
  }

  /** @returns false when all `limit` places are taken */
  async take(ownerId: string, videoId: string, limit: number): Promise<boolean> {
    await this.model.updateOne({ _id: ownerId }, { $setOnInsert: { videoIds: [] } }, { upsert: true });
    const free = { _id: ownerId, [`videoIds.${String(limit - 1)}`]: { $exists: false } };
    const taken = await this.model.updateOne(free, { $addToSet: { videoIds: videoId } });
    return taken.modifiedCount === 1;
  }

  async release(ownerId: string, videoId: string): Promise<void> {
    await this.model.updateOne({ _id: ownerId }, { $pull: { videoIds: videoId } });
  }
}
