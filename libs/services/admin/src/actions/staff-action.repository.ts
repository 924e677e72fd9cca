import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { DueRecords, wasInserted } from '@vault/store';
import type { Model } from 'mongoose';
import { pseudonymousFields } from '../domain/pseudonymous-fields.ts';
import type { StaffAction } from './staff-action.schema.ts';

/** Exceeds the open actions about any subject. */
const maxActions = 200;

/** Keeps actions until they have ended. */
@Injectable()
export class StaffActionRepository {
  readonly dueRecords: DueRecords<StaffAction>;

  constructor(@InjectModel('StaffAction', 'admin') private readonly model: Model<StaffAction>) {
    this.dueRecords = new DueRecords(model);
  }

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

  /** Removes the names of a subject. The outcome of an action is unknown while it waits: its line keeps the other fields. */
  async removeNames(subjectId: string): Promise<void> {
    const named = { subjectId, subjectName: { $ne: '' } };
    for (const { _id, before, requested } of await this.model.find(named).limit(maxActions).lean()) {
      const set = { before: pseudonymousFields(before), requested: pseudonymousFields(requested) };
      await this.model.updateOne({ _id }, { $set: { ...set, subjectName: '' } });
    }
  }
}
