import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { StaffRole } from '@vault/contracts';
import { AppError, CLOCK, type Clock } from '@vault/base';
import { assertUnguessable, PasswordHasher } from '@vault/identity';
import { idFrom, otherRequestContent } from '@vault/messaging';
import { ActionRunner, type Actor, type Requester } from '../actions/action-runner.ts';
import type { EditStaffWork } from '../actions/staff-action.schema.ts';
import { noSuchMember, type StaffMember } from '../domain/staff-members.ts';
import { StaffCredentialsRepository } from '../staff-records/staff-credentials.repository.ts';
import { StaffRosterRepository } from '../staff-records/staff-roster.repository.ts';

/** A member with the time of their last use. */
export interface ListedMember extends StaffMember {
  readonly lastSeenAt?: Date | undefined;
}

export interface NewMember {
  /** Trimmed and in lower case. */
  readonly email: string;
  readonly password: string;
  readonly role: StaffRole;
  /** Names the request of a client that chose an idempotency key. */
  readonly requestKey?: string | undefined;
}

/** Absent fields stay unchanged. */
export interface MemberEdit {
  readonly role?: StaffRole | undefined;
  readonly password?: string | undefined;
  readonly isActive?: boolean | undefined;
}

/** Lists, adds, edits and removes members of staff. */
@Injectable()
export class StaffService {
  constructor(
    private readonly roster: StaffRosterRepository,
    private readonly credentials: StaffCredentialsRepository,
    private readonly hasher: PasswordHasher,
    private readonly runner: ActionRunner,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Sorted by e-mail. */
  async list(): Promise<ListedMember[]> {
    const [members, lastSeen] = await Promise.all([this.roster.members(), this.credentials.lastSeen()]);
    return members
      .map((member) => ({ ...member, lastSeenAt: lastSeen.get(member.id) }))
      .sort((a, b) => (a.email < b.email ? -1 : 1));
  }

  /**
   * A repeat of a request with a key adds nothing.
   * @throws {AppError} `conflict` when the e-mail is taken; `invalid-input` when the password is commonly guessed
   */
  async add(actor: Actor, { email, password, role, requestKey }: NewMember): Promise<ListedMember> {
    await assertUnguessable(password, email);
    const id = requestKey === undefined ? randomUUID() : idFrom(requestKey);
    const added = await this.roster.find(id);
    if (added && added.email !== email) throw new AppError('conflict', otherRequestContent);
    if (added) return added;
    const passwordHash = await this.hasher.hash(password, actor.id);
    const createdAt = this.clock.now();
    await this.runner.run(actor, {
      ...(requestKey !== undefined && { id: idFrom(`action ${requestKey}`) }),
      action: 'add-staff',
      subject: { id, name: email },
      requested: { email, role },
      work: { kind: 'add-staff', role, passwordHash, createdAt },
    });
    return { id, email, role, isActive: true, createdAt };
  }

  /**
   * @throws {AppError} `not-found`; `conflict` when it is the last active staff owner; `invalid-input` when the password is
   *   commonly guessed
   */
  async edit(actor: Actor, id: string, { role, password, isActive }: MemberEdit): Promise<ListedMember> {
    const member = await this.get(id);
    if (password !== undefined) await assertUnguessable(password, member.email);
    const work: EditStaffWork = {
      kind: 'edit-staff',
      ...(role !== undefined && { role }),
      ...(isActive !== undefined && { isActive }),
      ...(password !== undefined && { passwordHash: await this.hasher.hash(password, actor.id) }),
    };
    await this.runner.run(actor, {
      action: 'edit-staff',
      subject: { id, name: member.email },
      before: {
        ...(role && { role: member.role }),
        ...(isActive !== undefined && { is_active: member.isActive }),
      },
      requested: {
        ...(role && { role }),
        ...(isActive !== undefined && { is_active: isActive }),
        ...(password !== undefined && { password: 'a new one' }),
      },
      work,
    });
    return { ...(await this.get(id)), lastSeenAt: (await this.credentials.lastSeen()).get(id) };
  }

  /** Removing an unknown member does not fail. @throws {AppError} `conflict` when it is the last active staff owner */
  async remove({ actor, actionId }: Requester, id: string): Promise<void> {
    const member = await this.roster.find(id);
    if (!member) return;
    const { email, role, isActive } = member;
    await this.runner.run(actor, {
      id: actionId,
      action: 'remove-staff',
      subject: { id, name: email },
      before: { email, role, is_active: isActive },
      work: { kind: 'remove-staff' },
    });
  }

  private async get(id: string): Promise<StaffMember> {
    const member = await this.roster.find(id);
    if (!member) throw noSuchMember();
    return member;
  }
}
