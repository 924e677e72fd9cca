import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { withActor } from '@vault/base';
import { MailOutbox } from '../mail/mail-outbox.ts';
import { TeamRepository } from '../teams/team.repository.ts';
import type { TeamDocument } from '../teams/team.schema.ts';
import { entriesOf } from './sso-change.ts';

/** Tells the owners of a team that one of them has signed in with a password although a provider is required. */
@Injectable()
export class EmergencySignIns {
  constructor(
    private readonly teams: TeamRepository,
    private readonly mails: MailOutbox,
  ) {}

  async note({ _id: ownerId }: TeamDocument, userId: string, clientAddress: string): Promise<void> {
    const actor = { id: userId, address: clientAddress };
    const team = await withActor(
      () => actor,
      () =>
        this.teams.change(ownerId, () => ({
          events: entriesOf(ownerId, { action: 'auth.emergency-sign-in', fields: {} }),
        })),
    );
    await this.mails.toOwners(team, 'emergency-sign-in', randomUUID(), userId);
  }
}
