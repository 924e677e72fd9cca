import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { restoreDays, tombstoneMs } from '@vault/contracts';
import { AppError, CLOCK, LOGGER, type Clock, type Logger } from '@vault/base';
import { auditEntry, type LoggedChange } from '@vault/messaging';
import type { Decision } from '@vault/store';
import { isOnlyOwner, isOpen, roleIn, withoutDeleted } from '../domain/team.ts';
import { withEmergencyOwner } from '../domain/team-sso.ts';
import { MailOutbox } from '../mail/mail-outbox.ts';
import { TokenService } from '../tokens/token.service.ts';
import { accessEnded, accountDeleted } from '../users/account-events.ts';
import { SsoIdentities } from '../sso/sso-identities.ts';
import { MemberVisits } from './member-visits.ts';
import { memberChanged, teamChanged } from './team-events.ts';
import { TeamRepository } from './team.repository.ts';
import type { TeamDocument } from './team.schema.ts';
import { requireActor } from './workspace.service.ts';

/** A purge that has not succeeded within this time is retried. */
const purgeRetryMs = 10_000;
const restoreMs = restoreDays * 24 * 60 * 60 * 1_000;

/** Deletes teams a week after an owner has closed them. Takes people whose accounts are deleted out of their teams, and deletes teams that nobody is left in. */
@Injectable()
export class TeamDeletionService {
  constructor(
    private readonly teams: TeamRepository,
    private readonly tokens: TokenService,
    private readonly mails: MailOutbox,
    private readonly visits: MemberVisits,
    private readonly identities: SsoIdentities,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Closes a team for everybody, until it is deleted. @throws {AppError} `not-found`; `forbidden` */
  async close(ownerId: string, messageId: string): Promise<void> {
    const actorId = requireActor();
    const closed = await this.teams.change(
      ownerId,
      (team) => {
        requireOwner(team, actorId);
        if (team.deletesAt) return undefined;
        const deletesAt = new Date(this.clock.now().getTime() + restoreMs);
        const contentVersion = team.contentVersion + 1;
        const events = [teamChanged(ownerId, contentVersion), accessEnded(ownerId, 'deactivated')];
        return { set: { deletesAt, contentVersion }, events };
      },
      messageId,
    );
    await this.mails.toOwners(closed, 'team-closed', messageId);
    this.logger.info({ ownerId, actorId, deletesAt: closed.deletesAt }, 'a team was closed');
  }

  /** Opens a closed team again. @throws {AppError} `not-found`, also for who is no owner */
  async restore(ownerId: string, messageId: string): Promise<void> {
    const actorId = requireActor();
    await this.teams.change(
      ownerId,
      (team) => {
        if (roleIn(team, actorId) !== 'owner') throw AppError.notFound('The team');
        if (!team.deletesAt) return undefined;
        const contentVersion = team.contentVersion + 1;
        return {
          set: { contentVersion },
          unset: ['deletesAt'],
          events: [teamChanged(ownerId, contentVersion)],
        };
      },
      messageId,
    );
    this.logger.info({ ownerId, actorId }, 'a team was restored');
  }

  /** @throws {AppError} `conflict` when a team with other members would be without an owner */
  async requireReplaceable(userId: string): Promise<void> {
    for (const team of await this.teams.ofPerson(userId))
      if (isOpen(team) && team.members.length > 1 && isOnlyOwner(team, userId))
        throw new AppError('conflict', `Make somebody else owner of ${team.name} first.`);
  }

  /** Ends all memberships of a person whose account is deleted, by whom the log of each team says. Safe to repeat. */
  async removePerson(userId: string, isByStaff = false): Promise<void> {
    for (
      let teams = await this.teams.ofPerson(userId);
      teams.length > 0;
      teams = await this.teams.ofPerson(userId)
    )
      for (const { _id } of teams) await this.removeFrom(_id, userId, isByStaff);
    await this.visits.removePerson(userId);
  }

  private async removeFrom(id: string, userId: string, isStaff: boolean): Promise<void> {
    let heir: string | undefined;
    await this.teams.change(id, (team) => {
      const { members, invitations } = withoutDeleted(team, userId);
      if (members.length === team.members.length) return undefined;
      if (members.length === 0) return deleted(team, this.clock.now());
      heir = members.find(
        (member) => member.role === 'owner' && roleIn(team, member.userId) !== 'owner',
      )?.userId;
      const sso = team.sso && withEmergencyOwner(team.sso, members);
      const entries = [
        entryOf(id, { action: 'auth.remove-member', fields: { userId }, isStaff }),
        heir === undefined
          ? undefined
          : entryOf(id, { action: 'auth.set-role', fields: { userId: heir, role: 'owner' }, isStaff }),
      ];
      const heirChanged = heir === undefined ? [] : [memberChanged(id, heir, 'owner')];
      return {
        set: { members, invitations, ...(sso && { sso }) },
        events: [
          memberChanged(id, userId),
          ...heirChanged,
          ...entries.filter((entry) => entry !== undefined),
        ],
      };
    });
    // Nobody else is an owner.
    if (heir !== undefined)
      await this.mails.enqueue({
        ...{ kind: 'role-changed', userId: heir, key: `role-changed:${id}:${userId}`, teamId: id },
      });
    this.logger.info({ ownerId: id, userId }, 'a deleted person was removed from a team');
  }

  /** Deletes closed teams whose time has come, and removes the rows of deleted ones. */
  async sweep(limit: number): Promise<void> {
    const now = this.clock.now();
    for (const id of await this.teams.dueDeletions(now, limit)) {
      // An owner may have restored it meanwhile.
      const isDue = ({ deletesAt }: TeamDocument) => deletesAt !== undefined && deletesAt <= now;
      await this.teams
        .change(id, (team) => (isDue(team) ? deleted(team, now) : undefined))
        .catch(ignoreMissing);
      this.logger.info({ ownerId: id }, 'a closed team was deleted');
    }
    const due = await this.teams.duePurges(now, limit);
    for (const { _id: id, deletedAt = now } of due) {
      await this.teams.changeDeleted(id, { purgeAt: new Date(now.getTime() + purgeRetryMs) });
      await this.tokens.forget(id);
      await this.mails.forget(id);
      await this.visits.removeAll(id);
      await this.identities.removeAll(id);
      const endsAt = new Date(deletedAt.getTime() + tombstoneMs);
      if (endsAt <= now) await this.teams.removeDeleted(id);
      else await this.teams.changeDeleted(id, { purgeAt: endsAt });
    }
  }
}

function entryOf(ownerId: string, change: Pick<LoggedChange, 'action' | 'fields' | 'isStaff'>) {
  return auditEntry({ id: randomUUID(), ownerId, ...change });
}

function requireOwner(team: TeamDocument, actorId: string): void {
  if (roleIn(team, actorId) !== 'owner')
    throw new AppError('forbidden', `Only owners of ${team.name} delete it.`);
}

/** Another replica has deleted it. */
function ignoreMissing(error: unknown): void {
  if (!AppError.is(error, 'not-found')) throw error;
}

/** Every field of a team that works. */
const content = [
  ...([
    'name',
    'searchText',
    'publishers',
    'picture',
    'members',
    'invitations',
    'createdAt',
    'deletesAt',
  ] as const),
  ...(['plan', 'isConfirmed', 'membershipEnd', 'isActive', 'settings', 'contentVersion'] as const),
  ...(['upgradeRequestedAt', 'accessEndsAt', 'videoLimit', 'memberLimit'] as const),
  ...(['sso', 'claims', 'nextCheckAt'] as const),
];

/** Leaves a document with the id, so that late messages find the team deleted. */
function deleted({ _id: id, members }: TeamDocument, now: Date): Decision<TeamDocument> {
  return {
    set: { deletedAt: now, purgeAt: now },
    unset: content,
    events: [
      ...members.map(({ userId }) => memberChanged(id, userId)),
      accessEnded(id, 'deleted'),
      accountDeleted(id),
    ],
  };
}
