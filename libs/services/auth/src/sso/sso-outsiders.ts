import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { removeOutsiders } from '../domain/team-outsiders.ts';
import { MailOutbox } from '../mail/mail-outbox.ts';
import { MemberVisits } from '../teams/member-visits.ts';
import type { TeamDocument } from '../teams/team.schema.ts';
import { AccountListRepository } from '../users/account-list.repository.ts';
import type { User } from '../users/user.schema.ts';
import { ssoOf } from './sso-change.ts';
import { SsoIdentities } from './sso-identities.ts';

/** Members whom an owner removes when single sign-on becomes required, because their addresses are in no verified domain. */
@Injectable()
export class SsoOutsiders {
  constructor(
    private readonly list: AccountListRepository,
    private readonly identities: SsoIdentities,
    private readonly visits: MemberVisits,
    private readonly mails: MailOutbox,
  ) {}

  /** @throws {AppError} `conflict` when somebody may not be removed */
  async prepare(team: TeamDocument, actorId: string, userIds: readonly string[]): Promise<User[]> {
    const people = await this.list.byIds([...new Set(userIds)]);
    removeOutsiders(team, ssoOf(team), { actorId, people });
    return people;
  }

  /** Before they are removed: an identity would let them in again, and nobody tries this call a second time. */
  async forget(ownerId: string, people: readonly User[]): Promise<void> {
    for (const { _id } of people) await this.identities.remove(ownerId, _id);
  }

  /** After they were removed. */
  async tell(ownerId: string, userIds: readonly string[]): Promise<void> {
    for (const userId of userIds) {
      await this.visits.remove(ownerId, userId);
      const key = `member-removed:${randomUUID()}`;
      await this.mails.enqueue({ kind: 'member-removed', userId, key, teamId: ownerId });
    }
  }
}
