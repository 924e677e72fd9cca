import { Inject, Injectable } from '@nestjs/common';
import { AppError, LOGGER, type Logger } from '@vault/base';
import { foldText, may, type MessageData, type Role } from '@vault/contracts';
import type { Decision } from '@vault/store';
import { removeMember, roleIn, setRole, withdraw } from '../domain/team.ts';
import { isEmergencyOwner } from '../domain/team-sso.ts';
import { MailOutbox } from '../mail/mail-outbox.ts';
import { SsoIdentities } from '../sso/sso-identities.ts';
import { MemberVisits } from './member-visits.ts';
import { memberChanged, teamChanged } from './team-events.ts';
import { TeamRepository } from './team.repository.ts';
import type { TeamDocument } from './team.schema.ts';
import { requireActor, workspaceIn } from './workspace.service.ts';

/** Changes teams and their members. The actor of the message is who does it. */
@Injectable()
export class MemberService {
  constructor(
    private readonly teams: TeamRepository,
    private readonly mails: MailOutbox,
    private readonly visits: MemberVisits,
    private readonly identities: SsoIdentities,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @throws {AppError} `not-found`; `forbidden`; `conflict` when the team was changed since `version` */
  async edit(command: MessageData<'auth.edit-team.v1'>, messageId: string): Promise<void> {
    const { ownerId, version, name, publishers } = command;
    const actorId = requireActor();
    await this.teams.change(
      ownerId,
      (team) => {
        requireEditor(team, actorId);
        if (version !== undefined && version !== team.contentVersion)
          throw new AppError(
            'conflict',
            'Someone has changed this team since you opened it. Please reload it.',
          );
        const contentVersion = team.contentVersion + 1;
        const set = {
          ...(name !== undefined && { name, searchText: foldText(name) }),
          ...(publishers && { publishers }),
          contentVersion,
        };
        return { set, events: [teamChanged(ownerId, contentVersion)] };
      },
      messageId,
    );
    this.logger.info({ ownerId, actorId }, 'a team was edited');
  }

  /** @param picture WebP in base64; null removes it @throws {AppError} `not-found`; `forbidden` */
  async setPicture(ownerId: string, picture: string | null, messageId: string): Promise<void> {
    const actorId = requireActor();
    await this.teams.change(
      ownerId,
      (team) => {
        requireEditor(team, actorId);
        return picture === null ? { unset: ['picture'] } : { set: { picture } };
      },
      messageId,
    );
  }

  /** @throws {AppError} as the rule of the roster, or `not-found` */
  async setRole(ownerId: string, change: { userId: string; role: Role }, messageId: string): Promise<void> {
    const actorId = requireActor();
    const { userId, role } = change;
    const changed = await this.change(ownerId, messageId, (team) => {
      const set = setRole(team, { actorId, userId, role });
      if (role !== 'owner') requireNoEmergencyOwner(team, userId);
      const before = { role: roleIn(team, userId) ?? null };
      return set && { set, before, events: [memberChanged(ownerId, userId, role)] };
    });
    if (changed && role === 'owner') await this.mails.toOwners(changed, 'owner-added', messageId, userId);
    if (changed && actorId !== userId)
      await this.mails.enqueue({
        kind: 'role-changed',
        userId,
        key: `role-changed:${messageId}`,
        teamId: ownerId,
      });
    this.logger.info({ ownerId, actorId, userId, role }, 'a member has another role');
  }

  /** @throws {AppError} as the rule of the roster */
  async remove(ownerId: string, userId: string, messageId: string): Promise<void> {
    const actorId = requireActor();
    const wasMember = await this.change(ownerId, messageId, (team) => {
      const set = removeMember(team, { actorId, userId });
      requireNoEmergencyOwner(team, userId);
      const before = { role: roleIn(team, userId) ?? null };
      return set && { set, before, events: [memberChanged(ownerId, userId)] };
    });
    await this.visits.remove(ownerId, userId);
    await this.identities.remove(ownerId, userId);
    // Nobody else gets a mail: the id may be anybody's.
    if (wasMember && actorId !== userId)
      await this.mails.enqueue({
        ...{ kind: 'member-removed', userId, key: `member-removed:${messageId}`, teamId: ownerId },
      });
    this.logger.info({ ownerId, actorId, userId }, 'a member was removed');
  }

  /** @throws {AppError} as the rule of the roster */
  async withdraw(ownerId: string, invitationId: string, messageId: string): Promise<void> {
    const actorId = requireActor();
    await this.change(ownerId, messageId, (team) => {
      const set = withdraw(team, actorId, invitationId);
      return set && { set };
    });
  }

  /** @returns the team when this message has changed it; not for a repeat of it */
  private async change(
    ownerId: string,
    messageId: string,
    decide: (team: TeamDocument) => Decision<TeamDocument> | undefined,
  ): Promise<TeamDocument | undefined> {
    const decisions: unknown[] = [];
    const decideOnce = (team: TeamDocument) => {
      const decision = decide(team);
      decisions.push(decision);
      return decision;
    };
    const team = await this.teams.change(ownerId, decideOnce, messageId);
    return decisions.at(-1) === undefined ? undefined : team;
  }
}

/** @throws {AppError} `conflict`: nobody could come in while the provider is away */
function requireNoEmergencyOwner({ name, sso }: TeamDocument, userId: string): void {
  if (sso && isEmergencyOwner(sso, userId))
    throw new AppError(
      'conflict',
      `This person is the emergency owner of ${name}. Choose another one under Single sign-on first.`,
    );
}

/** @throws {AppError} `forbidden` */
function requireEditor(team: TeamDocument, actorId: string): void {
  const workspace = workspaceIn(team, actorId);
  if (workspace && may(workspace, 'workspace.edit')) return;
  throw new AppError('forbidden', `Only admins and owners of ${team.name} change it.`);
}
