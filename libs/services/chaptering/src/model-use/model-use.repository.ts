import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { isDuplicateKey } from '@vault/platform';
import type { Model } from 'mongoose';
import { removeSomeOf } from '../owners/remove-some-of.ts';
import type { ModelUseDocument } from './model-use.schema.ts';

export type OwnersDay = Pick<ModelUseDocument, 'ownerId' | 'day'>;

/** Counts calls of the language model per owner and day, independently of the owner's videos. */
@Injectable()
export class ModelUseRepository {
  constructor(@InjectModel('ModelUse', 'chaptering') private readonly model: Model<ModelUseDocument>) {}

  /** Counts one call, in one write. @returns false, without counting, when there were `max` already */
  async take({ ownerId, day }: OwnersDay, max: number): Promise<boolean> {
    const filter = { _id: idOf({ ownerId, day }), ownerId, calls: { $lt: max } };
    const update = { $inc: { calls: 1 }, $setOnInsert: { day } };
    try {
      await this.model.updateOne(filter, update, { upsert: true });
      return true;
    } catch (error) {
      // The document exists: the limit is reached, or another call inserted it just now.
      if (!isDuplicateKey(error)) throw error;
      return (await this.model.updateOne(filter, update)).matchedCount === 1;
    }
  }

  async hasTaken({ ownerId, day }: OwnersDay, max: number): Promise<boolean> {
    const filter = { _id: idOf({ ownerId, day }), ownerId, calls: { $gte: max } };
    return (await this.model.exists(filter)) !== null;
  }

  /** Removes one batch of an owner. @returns whether there may be more */
  removeSomeOf(ownerId: string): Promise<boolean> {
    return removeSomeOf(this.model, ownerId);
  }
}

function idOf({ ownerId, day }: OwnersDay): string {
  return `${ownerId}/${day.toISOString().slice(0, 10)}`;
}
