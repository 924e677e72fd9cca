import { Inject, Injectable } from '@nestjs/common';
import { AppError, CLOCK, LOGGER, type Clock, type Logger } from '@vault/base';
import { foldText, may, type MessageData, type Role } from '@vault/contracts';
import { removeMember, setRole, withdraw } from '../domain/team.ts';
import { memberChanged, teamChanged } from './team-events.ts';
import { TeamRepository } from './team.repository.ts';
import { requireActor, workspaceIn } from './workspace.service.ts';

/** Changes teams and their members. The actor of the message is who does it. */
@Injectable()
export class MemberService {
  constructor(
    private readonly teams: TeamRepository,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @throws {AppError} `not-found`; `forbidden`; `conflict` when the team was changed since `version` */
  async edit(command: MessageData<'auth.edit-team.v1'>, messageId: string): Promise<void> {
    const { ownerId, version, name, publishers } = command;
    const actorId = requireActor();
    await this.teams.change(
      ownerId,
      (team) => {
        const workspace = workspaceIn(team, actorId);
        if (!workspace || !may(workspace, 'workspace.edit'))
          throw new AppError('forbidden', `Only admins and owners of ${team.name} change it.`);
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

  /** @throws {AppError} as the rule of the roster, or `not-found` */
  async setRole(ownerId: string, change: { userId: string; role: Role }, messageId: string): Promise<void> {
    const actorId = requireActor();
    const { userId, role } = change;
    await this.teams.change(
      ownerId,
      (team) => {
        const set = setRole(team, { actorId, userId, role });
        return set && { set, events: [memberChanged(ownerId, userId, role)] };
      },
      messageId,
    );
    this.logger.info({ ownerId, actorId, userId, role }, 'a member has another role');
  }

  /** @throws {AppError} as the rule of the roster */
  async remove(ownerId: string, userId: string, messageId: string): Promise<void> {
    const actorId = requireActor();
    await this.teams.change(
      ownerId,
      (team) => {
        const set = removeMember(team, { actorId, userId });
        return set && { set, events: [memberChanged(ownerId, userId)] };
      },
      messageId,
    );
    this.logger.info({ ownerId, actorId, userId }, 'a member was removed');
  }

  /** @throws {AppError} as the rule of the roster */
  async withdraw(ownerId: string, invitationId: string, messageId: string): Promise<void> {
    const actorId = requireActor();
    await this.teams.change(
      ownerId,
      (team) => {
        const set = withdraw(team, actorId, invitationId);
        return set && { set };
      },
      messageId,
    );
  }
}
