import { Inject, Injectable } from '@nestjs/common';
import { AppError, CLOCK, currentActor, LOGGER, type Clock, type Logger } from '@vault/base';
import { may, notMember, teamLimit, unavailable } from '@vault/contracts';
import { AccountTriesRepository, countAttempt, type TryLimit } from '@vault/identity';
import { defaultSettings } from '../domain/default-settings.ts';
import { membershipEndOf } from '../domain/membership.ts';
import { isOpen, roleIn } from '../domain/team.ts';
import { personalWorkspace, type Workspace } from '../domain/workspace.ts';
import { disabled } from '../domain/entitlement.ts';
import { SsoIdentities } from '../sso/sso-identities.ts';
import { UserRepository } from '../users/user.repository.ts';
import { MemberVisits } from './member-visits.ts';
import { TeamRepository } from './team.repository.ts';
import type { TeamDocument } from './team.schema.ts';

const plan = 'free';
/** Each team begins with a trial, so that a person makes few of them. */
const madeTeams: TryLimit = { tries: 5, windowMs: 24 * 60 * 60 * 1_000 };

/** Finds the workspaces of people, and makes teams. */
@Injectable()
export class WorkspaceService {
  constructor(
    private readonly teams: TeamRepository,
    private readonly users: UserRepository,
    private readonly identities: SsoIdentities,
    private readonly tries: AccountTriesRepository,
    private readonly visits: MemberVisits,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * The workspace of a request, which is a visit of a team.
   * @param asked its id; by default the person's own one
   * @throws {AppError} `forbidden` when the person is not a member, also of one that does not exist
   */
  async of(userId: string, asked = userId): Promise<Workspace> {
    if (asked === userId) return personalWorkspace(userId);
    const team = await this.teams.findAsKnown(asked);
    const workspace = team && workspaceIn(team, userId);
    if (!workspace) throw new AppError('forbidden', notMember);
    if (!isOpen(team)) throw new AppError('forbidden', unavailable(workspace.name));
    await this.visits.note(asked, userId, this.clock.now());
    return workspace;
  }

  /** The person's own workspace, then their teams by name. Closed teams are only for their owners. */
  async list(userId: string): Promise<Workspace[]> {
    const [found, links] = await Promise.all([this.teams.ofPerson(userId), this.identities.linksOf(userId)]);
    const teams = found.flatMap((team) => {
      const workspace = workspaceIn(team, userId);
      if (!workspace) return [];
      const { picture } = team;
      const linkedAt = links.get(team._id);
      return [{ ...workspace, ...(picture !== undefined && { picture }), ...(linkedAt && { linkedAt }) }];
    });
    const shown = teams.filter(({ role, deletesAt }) => role === 'owner' || !deletesAt);
    return [personalWorkspace(userId), ...shown.toSorted((a, b) => a.name.localeCompare(b.name))];
  }

  /** Why a person may not upload to a workspace; empty when they may. Their own one asks for nothing more. */
  async uploadRefusal(userId: string, ownerId: string): Promise<string> {
    if (userId === ownerId) return '';
    if (!(await this.users.find(userId))?.isActive) return disabled;
    const team = await this.teams.get(ownerId);
    const workspace = workspaceIn(team, userId);
    if (!workspace) return `You are no longer a member of ${team.name}.`;
    return may(workspace, 'upload') ? '' : `You may no longer upload to ${team.name}.`;
  }

  /**
   * Makes a team, whose owner is the actor.
   * @throws {AppError} `conflict` when the actor is in too many teams; `forbidden` when the id is another team's
   */
  async create(ownerId: string, name: string, messageId: string): Promise<void> {
    const userId = requireActor();
    const existing = await this.teams.find(ownerId);
    if (existing) {
      requireMember(existing, userId);
      return;
    }
    if ((await this.teams.ofPerson(userId)).length >= teamLimit) throw tooManyTeams();
    const attempt = { key: `teams-of:${userId}`, at: this.clock.now().getTime(), limit: madeTeams };
    await countAttempt(this.tries, { ...attempt, what: 'You have made many teams today.' });
    const createdAt = this.clock.now();
    const membershipEnd = membershipEndOf(plan, createdAt);
    const team: Parameters<TeamRepository['insert']>[0] = {
      ...{ _id: ownerId, name, publishers: 'editors', createdAt, contentVersion: 0 },
      ...{ plan, isConfirmed: true, isActive: true, membershipEnd, accessEndsAt: membershipEnd },
      members: [{ userId, role: 'owner', since: createdAt }],
      invitations: [],
      settings: defaultSettings,
    };
    const wasInserted = await this.teams.insert(team, messageId);
    if (wasInserted) this.logger.info({ ownerId, userId }, 'a team was made');
    else requireMember(await this.teams.get(ownerId), userId);
  }
}

export function tooManyTeams(): AppError {
  return new AppError('conflict', `You are in ${String(teamLimit)} teams. Leave one first.`);
}

/** Who causes a change of a team. @throws {AppError} `forbidden` when nobody is known */
export function requireActor(): string {
  const actor = currentActor()?.id;
  if (actor === undefined) throw new AppError('forbidden', 'Forbidden');
  return actor;
}

export function workspaceIn(team: TeamDocument, userId: string): Workspace | undefined {
  const { _id: id, name, publishers, deletesAt } = team;
  const role = roleIn(team, userId);
  return role && { id, name, kind: 'team', role, publishers, ...(deletesAt && { deletesAt }) };
}

function requireMember(team: TeamDocument, userId: string): void {
  if (roleIn(team, userId) === undefined) throw new AppError('forbidden', notMember);
}
