import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { RELAY } from '@vault/base';
import { OwnedCollection, wasInserted, type OutboxRelay } from '@vault/store';
import type { Model } from 'mongoose';
import type { StaffMember, StaffMembers } from '../domain/staff-members.ts';
import type { StaffRoster } from './staff-roster.schema.ts';

const _id = 'staff';

/** Stores the members of staff. */
@Injectable()
export class StaffRosterRepository {
  private readonly roster: OwnedCollection<StaffRoster>;

  constructor(
    @InjectModel('StaffRoster', 'admin') model: Model<StaffRoster>,
    @Inject(RELAY) relay: Pick<OutboxRelay, 'register' | 'send'>,
  ) {
    this.roster = new OwnedCollection(model, relay);
  }

  async members(): Promise<StaffMembers> {
    return (await this.roster.acrossOwners.findOne({ _id }))?.members ?? [];
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
   * @throws {AppError} the errors of the decision
   */
  async change(actionId: string, decide: (members: StaffMembers) => StaffMembers): Promise<void> {
    const decideNow = ({ members }: StaffRoster) => ({ set: { members: [...decide(members)] } });
    const change = () => this.roster.acrossOwners.change({ _id }, decideNow, { messageId: actionId });
    if (await change()) return;
    await wasInserted(this.roster.insert({ _id, ownerId: _id, members: [] }));
    await change();
  }
}
