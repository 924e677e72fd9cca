import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { wasInserted, removeSome } from '@vault/store';
import type { Model } from 'mongoose';
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
    if (await wasInserted(this.model.updateOne(filter, update, { upsert: true }))) return true;
    // The document exists: the limit is reached, or another call inserted it just now.
    return (await this.model.updateOne(filter, update)).matchedCount === 1;
  }

  async hasTaken({ ownerId, day }: OwnersDay, max: number): Promise<boolean> {
    const filter = { _id: idOf({ ownerId, day }), ownerId, calls: { $gte: max } };
    return (await this.model.exists(filter)) !== null;
  }

  /** Removes some of an owner. @returns how many */
  removeSomeOf(ownerId: string, limit: number): Promise<number> {
    return removeSome(this.model, { ownerId }, { limit });
  }
}

function idOf({ ownerId, day }: OwnersDay): string {
  return `${ownerId}/${day.toISOString().slice(0, 10)}`;
}
