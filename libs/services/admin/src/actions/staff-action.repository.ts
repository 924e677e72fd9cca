import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { wasInserted } from '@vault/store';
import type { Model } from 'mongoose';
import { pseudonymousFields } from '../domain/pseudonymous-fields.ts';
import type { StaffAction } from './staff-action.schema.ts';

/** Exceeds the open actions about any subject. */
const maxActions = 200;

/** Keeps actions until they have ended. */
@Injectable()
export class StaffActionRepository {
  constructor(@InjectModel('StaffAction', 'admin') private readonly model: Model<StaffAction>) {}

  /** @returns false when there is one with this id already */
  insert(action: StaffAction): Promise<boolean> {
    return wasInserted(this.model.create(action));
  }

  find(id: string): Promise<StaffAction | null> {
    return this.model.findOne({ _id: id }).lean<StaffAction>().exec();
  }

  async remove(id: string): Promise<void> {
    await this.model.deleteOne({ _id: id });
  }

  due(now: Date, limit: number): Promise<StaffAction[]> {
    return this.model
      .find({ nextCheckAt: { $lte: now } })
      .sort({ nextCheckAt: 1 })
      .limit(limit)
      .lean<StaffAction[]>()
      .exec();
  }

  /** Leases an action until the given time. @returns false when another process has it, or it has ended */
  async claim({ _id, nextCheckAt }: StaffAction, until: Date): Promise<boolean> {
    const { modifiedCount } = await this.model.updateOne(
      { _id, nextCheckAt },
      { $set: { nextCheckAt: until } },
    );
    return modifiedCount === 1;
  }

  /** Removes the names of a subject. The outcome of an action is unknown while it waits: its line keeps the other fields. */
  async removeNames(subjectId: string): Promise<void> {
    const named = { subjectId, subjectName: { $ne: '' } };
    for (const { _id, before, requested } of await this.model.find(named).limit(maxActions).lean()) {
      const set = { before: pseudonymousFields(before), requested: pseudonymousFields(requested) };
      await this.model.updateOne({ _id }, { $set: { ...set, subjectName: '' } });
    }
  }

  async postpone(id: string, nextCheckAt: Date): Promise<void> {
    await this.model.updateOne({ _id: id }, { $set: { nextCheckAt } });
  }
}
