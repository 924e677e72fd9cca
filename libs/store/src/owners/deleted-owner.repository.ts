import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { DueRecords } from '../due-records.ts';
import { wasInserted } from '../was-inserted.ts';
import type { DeletedOwnerDocument } from './deleted-owner.schema.ts';

/** The owners whose accounts were deleted. */
@Injectable()
export class DeletedOwnerRepository {
  readonly dueRecords: DueRecords<DeletedOwnerDocument>;

  constructor(@InjectModel('DeletedOwner') private readonly model: Model<DeletedOwnerDocument>) {
    this.dueRecords = new DueRecords(model);
  }

  /** Call it after storing data of an owner, not before: otherwise a concurrent deletion could miss the data. */
  async has(ownerId: string): Promise<boolean> {
    return (await this.model.exists({ _id: ownerId })) !== null;
  }

  /** Does not change an existing entry. */
  async add(owner: DeletedOwnerDocument): Promise<void> {
    await wasInserted(this.model.create(owner));
  }

  async checkAgainAt(ownerId: string, nextCheckAt: Date): Promise<void> {
    await this.model.updateOne({ _id: ownerId }, { $set: { nextCheckAt } });
  }

  async remove(ownerId: string): Promise<void> {
    await this.model.deleteOne({ _id: ownerId });
  }
}
