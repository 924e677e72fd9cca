import { Inject, Injectable } from '@nestjs/common';
import type { Connection, Model } from 'mongoose';
import { STORE } from '../host/tokens.ts';
import { isDuplicateKey } from '../store/is-duplicate-key.ts';
import type { DeletedOwnerDocument } from './deleted-owner.schema.ts';

/** The owners whose accounts are gone. A service that uses it registers the model `DeletedOwner`. */
@Injectable()
export class DeletedOwnerRepository {
  private readonly model: Model<DeletedOwnerDocument>;

  constructor(@Inject(STORE) store: Connection) {
    this.model = store.model<DeletedOwnerDocument>('DeletedOwner');
  }

  /** Whoever stores something of an owner asks this afterwards, not before: then one of the two sees the other. */
  async has(ownerId: string): Promise<boolean> {
    return (await this.model.exists({ _id: ownerId })) !== null;
  }

  /** Leaves one that is there as it is. */
  async add({ _id, ...owner }: DeletedOwnerDocument): Promise<void> {
    try {
      await this.model.updateOne({ _id }, { $setOnInsert: owner }, { upsert: true });
    } catch (error) {
      // The same message twice at once: a server lets one of them note it, and that is enough.
      if (!isDuplicateKey(error)) throw error;
    }
  }

  /** Owners to be looked at now, the longest overdue first. */
  due(now: Date, limit: number): Promise<DeletedOwnerDocument[]> {
    return this.model
      .find({ nextCheckAt: { $lte: now } })
      .sort({ nextCheckAt: 1 })
      .limit(limit)
      .lean()
      .exec();
  }

  /** Takes one to look at it, until then. @returns false when another process has */
  async claim({ _id, nextCheckAt }: DeletedOwnerDocument, until: Date): Promise<boolean> {
    const claimed = await this.model.updateOne({ _id, nextCheckAt }, { $set: { nextCheckAt: until } });
    return claimed.modifiedCount === 1;
  }

  async lookAgainAt(ownerId: string, nextCheckAt: Date): Promise<void> {
    await this.model.updateOne({ _id: ownerId }, { $set: { nextCheckAt } });
  }

  async remove(ownerId: string): Promise<void> {
    await this.model.deleteOne({ _id: ownerId });
  }
}
