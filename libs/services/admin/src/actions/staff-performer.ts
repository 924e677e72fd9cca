import { Inject, Injectable } from '@nestjs/common';
import { Sessions } from '@vault/identity';
import type { ShownFields } from '../domain/user-edit.ts';
import { addMember, changeMember, removeMember } from '../domain/staff-members.ts';
import { StaffCredentialsRepository } from '../staff-records/staff-credentials.repository.ts';
import { StaffRosterRepository } from '../staff-records/staff-roster.repository.ts';
import type { AddStaffWork, EditStaffWork, RemoveStaffWork, StaffAction } from './staff-action.schema.ts';

/** Adds, edits and removes members of staff. Every operation is idempotent, for retries after a crash. */
@Injectable()
export class StaffPerformer {
  constructor(
    private readonly roster: StaffRosterRepository,
    private readonly credentials: StaffCredentialsRepository,
    @Inject(Sessions) private readonly sessions: Pick<Sessions, 'endAll'>,
  ) {}

  /** @returns the current values of the fields that were to change */
  async perform(
    action: StaffAction,
    work: AddStaffWork | EditStaffWork | RemoveStaffWork,
  ): Promise<ShownFields> {
    if (work.kind === 'add-staff') return this.add(action, work);
    if (work.kind === 'edit-staff') return this.edit(action, work);
    return this.remove(action);
  }

  /** The password is stored first, so that no member is ever without one. */
  private async add({ _id, subjectId: id, subjectName: email }: StaffAction, work: AddStaffWork) {
    const { role, passwordHash, createdAt } = work;
    const member = { id, email, role, isActive: true, createdAt };
    addMember(await this.roster.members(), member);
    await this.credentials.add(id, passwordHash);
    try {
      await this.roster.change(_id, (members) => addMember(members, member));
    } catch (error) {
      await this.credentials.remove(id);
      throw error;
    }
    return { role, is_active: true };
  }

  private async edit({ _id, subjectId: id }: StaffAction, work: EditStaffWork) {
    const { role, isActive, passwordHash } = work;
    await this.roster.change(_id, (members) => changeMember(members, id, { role, isActive }));
    if (passwordHash !== undefined) await this.credentials.setPassword(id, passwordHash, _id);
    if (passwordHash !== undefined || isActive === false) await this.sessions.endAll(id);
    const now = await this.roster.find(id);
    return {
      ...(role && { role: now?.role }),
      ...(isActive !== undefined && { is_active: now?.isActive }),
      ...(passwordHash !== undefined && { password: 'changed' }),
    };
  }

  private async remove({ _id, subjectId: id }: StaffAction) {
    await this.roster.change(_id, (members) => removeMember(members, id));
    await this.sessions.endAll(id);
    await this.credentials.remove(id);
    return {};
  }
}
