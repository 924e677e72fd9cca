import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { AppError } from '@vault/base';
import { handledLimit, wasInserted } from '@vault/store';
import type { Model } from 'mongoose';
import type { StaffMember, StaffMembers } from '../domain/staff-members.ts';
import type { StaffRoster } from './staff-roster.schema.ts';

const maxConflicts = 20;

/** Stores the members of staff. */
@Injectable()
export class StaffRosterRepository {
  constructor(@InjectModel('StaffRoster', 'admin') private readonly model: Model<StaffRoster>) {}

  async members(): Promise<StaffMembers> {
    return (await this.read())?.members ?? [];
  }

  async find(id: string): Promise<StaffMember | undefined> {
    return (await this.members()).find((member) => member.id === id);
  }

  /** Adds the first member. @returns false when there is another member already */
  async addFirst(first: StaffMember): Promise<boolean> {
    await this.change(first.id, (members) => (members.length === 0 ? [first] : members));
    return (await this.find(first.id)) !== undefined;
  }

  /**
   * Applies a decision to the current members and stores the id of the action with it: a repeat changes nothing.
   * @throws {AppError} the errors of the decision; `conflict` after 20 concurrent changes
   */
  async change(actionId: string, decide: (members: StaffMembers) => StaffMembers): Promise<void> {
    for (let tries = 0; tries < maxConflicts; tries += 1) {
      const roster = (await this.read()) ?? (await this.createEmpty());
      if (roster.handled.includes(actionId)) return;
      const members = [...decide(roster.members)];
      const { modifiedCount } = await this.model.updateOne(
        { _id: 'staff', version: roster.version },
        {
          $set: { members },
          $inc: { version: 1 },
          $push: { handled: { $each: [actionId], $slice: -handledLimit } },
        },
      );
      if (modifiedCount === 1) return;
    }
    throw new AppError('conflict', 'This was changed by someone else at the same time. Please try again.');
  }

  private async read(): Promise<StaffRoster | null> {
    return this.model.findOne({ _id: 'staff' }).lean<StaffRoster>().exec();
  }

  /** Inserts the document, which does not exist before the first member. */
  private async createEmpty(): Promise<StaffRoster> {
    const empty: StaffRoster = { _id: 'staff', members: [], version: 1, handled: [] };
    await wasInserted(this.model.create(empty));
    return (await this.read()) ?? empty;
  }
}
