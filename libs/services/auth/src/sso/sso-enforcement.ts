import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, LOGGER, type Clock, type Logger } from '@vault/base';
import { domainOfEmail } from '@vault/contracts';
import { Sessions } from '@vault/identity';
import { cameThrough, isEmergencyOwner, isVerified } from '../domain/team-sso.ts';
import { MailOutbox } from '../mail/mail-outbox.ts';
import { SessionService } from '../sessions/session.service.ts';
import { TeamRepository } from '../teams/team.repository.ts';
import type { TeamDocument } from '../teams/team.schema.ts';
import { AccountListRepository } from '../users/account-list.repository.ts';
import type { User } from '../users/user.schema.ts';
import { ssoChange, ssoOf } from './sso-change.ts';
import { SsoRequirements } from './sso-requirements.ts';
import { SsoSessions } from './sso-sessions.repository.ts';

/** Ends sessions of before a requirement, which did not come through the provider. */
@Injectable()
export class SsoEnforcement {
  constructor(
    private readonly teams: TeamRepository,
    private readonly list: AccountListRepository,
    private readonly stored: Sessions,
    private readonly sessions: SessionService,
    private readonly ssoSessions: SsoSessions,
    private readonly mails: MailOutbox,
    private readonly requirements: SsoRequirements,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Safe to repeat. */
  async enforce(team: TeamDocument): Promise<void> {
    const { _id: ownerId, members } = team;
    const sso = ssoOf(team);
    const people = await this.list.byIds(members.map(({ userId }) => userId));
    const bound = people.filter(
      ({ _id, email }) => isVerified(sso, domainOfEmail(email)) && !isEmergencyOwner(sso, _id),
    );
    for (const { _id: userId } of bound) {
      await this.endOthers(team, userId);
      const key = `sso-required:${ownerId}:${String(sso.requirement?.since.getTime())}:${userId}`;
      await this.mails.enqueue({ kind: 'sso-required', userId, key, teamId: ownerId });
    }
    await this.teams.change(ownerId, (current) => {
      const { requirement, ...rest } = ssoOf(current);
      if (!requirement || requirement.since.getTime() !== sso.requirement?.since.getTime()) return undefined;
      const enforced = { ...rest, requirement: { ...requirement, isEnforced: true } };
      return ssoChange(current, enforced, this.clock.now());
    });
    this.logger.info({ ownerId, people: bound.length }, 'sessions of before single sign-on were ended');
  }

  /** As {@link enforce}, for somebody who has joined the team, or the provider, after it was required. */
  async endUnlessSignedOn(
    ownerId: string,
    { _id: userId, email }: Pick<User, '_id' | 'email'>,
  ): Promise<void> {
    const required = await this.requirements.of(email);
    if (required?.team._id === ownerId && required.emergencyOwner !== userId)
      await this.endOthers(required.team, userId);
  }

  /** Ends the sessions of a person that did not come through the provider of a team. */
  private async endOthers(team: TeamDocument, userId: string): Promise<void> {
    const open = await this.stored.list(userId);
    // Read later: a session of the provider is noted before it is opened.
    const noted = await this.ssoSessions.find({ ownerId: team._id, userId });
    const through = noted.filter((session) => cameThrough(session, ssoOf(team).provider));
    const kept = new Set(through.map(({ _id }) => _id));
    for (const { _id: sessionId } of open)
      if (!kept.has(sessionId)) await this.sessions.end(userId, sessionId);
  }
}
