import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { wasInserted } from '../was-inserted.ts';
import type { DeletedOwnerDocument } from './deleted-owner.schema.ts';

/** The owners whose accounts were deleted. */
@Injectable()
export class DeletedOwnerRepository {
  constructor(@InjectModel('DeletedOwner') private readonly model: Model<DeletedOwnerDocument>) {}

  /** Call it after storing data of an owner, not before: otherwise a concurrent deletion could miss the data. */
  async has(ownerId: string): Promise<boolean> {
    return (await this.model.exists({ _id: ownerId })) !== null;
  }

  /** Does not change an existing entry. */
  async add(owner: DeletedOwnerDocument): Promise<void> {
    await wasInserted(this.model.create(owner));
  }

  /** Owners whose check is due, the longest overdue first. */
  due(now: Date, limit: number): Promise<DeletedOwnerDocument[]> {
    return this.model
      .find({ nextCheckAt: { $lte: now } })
      .sort({ nextCheckAt: 1 })
      .limit(limit)
      .lean()
      .exec();
  }

  /** Claims an owner's check until `until`. @returns false when another process has claimed it */
  async claim({ _id, nextCheckAt }: DeletedOwnerDocument, until: Date): Promise<boolean> {
    const claimed = await this.model.updateOne({ _id, nextCheckAt }, { $set: { nextCheckAt: until } });
    return claimed.modifiedCount === 1;
  }

  async checkAgainAt(ownerId: string, nextCheckAt: Date): Promise<void> {
    await this.model.updateOne({ _id: ownerId }, { $set: { nextCheckAt } });
  }

  async remove(ownerId: string): Promise<void> {
    await this.model.deleteOne({ _id: ownerId });
  }
}
