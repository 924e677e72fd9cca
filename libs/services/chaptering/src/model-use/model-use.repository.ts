import { Inject, Injectable } from '@nestjs/common';
import { isDuplicateKey, STORE } from '@vault/platform';
import type { Connection, Model } from 'mongoose';
import { removeSomeOf } from '../owners/remove-some-of.ts';
import type { ModelUseDocument } from './model-use.schema.ts';

export type OwnersDay = Pick<ModelUseDocument, 'ownerId' | 'day'>;

/** Counts calls of a language model. The count is the owner's, whatever becomes of the videos. */
@Injectable()
export class ModelUseRepository {
  private readonly model: Model<ModelUseDocument>;

  constructor(@Inject(STORE) store: Connection) {
    this.model = store.model<ModelUseDocument>('ModelUse');
  }

  /** Counts one call more in one write. @returns false, with nothing counted, when there were `most` already */
  async take({ ownerId, day }: OwnersDay, most: number): Promise<boolean> {
    const filter = { _id: idOf({ ownerId, day }), ownerId, calls: { $lt: most } };
    const update = { $inc: { calls: 1 }, $setOnInsert: { day } };
    try {
      await this.model.updateOne(filter, update, { upsert: true });
      return true;
    } catch (error) {
      // The count is there: it is full, or another call made it at this moment.
      if (!isDuplicateKey(error)) throw error;
      return (await this.model.updateOne(filter, update)).matchedCount === 1;
    }
  }

  async hasTaken({ ownerId, day }: OwnersDay, most: number): Promise<boolean> {
    const filter = { _id: idOf({ ownerId, day }), ownerId, calls: { $gte: most } };
    return (await this.model.exists(filter)) !== null;
  }

  /** A bounded number of an owner's. @returns whether there may be more */
  removeSomeOf(ownerId: string): Promise<boolean> {
    return removeSomeOf(this.model, ownerId);
  }
}

function idOf({ ownerId, day }: OwnersDay): string {
  return `${ownerId}/${day.toISOString().slice(0, 10)}`;
}
