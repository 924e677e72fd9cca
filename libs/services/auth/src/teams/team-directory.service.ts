import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@vault/base';
import type { authRpc } from '@vault/contracts/rpc';
import { limitsOf } from '../domain/plan-limits.ts';
import { openInvitations, seatsOf, type TeamInvitation, type TeamMember } from '../domain/team.ts';
import { balanceOf } from '../domain/token-account.ts';
import { TokenService } from '../tokens/token.service.ts';
import { epochSeconds } from '../to-wire.ts';
import { AccountListRepository } from '../users/account-list.repository.ts';
import type { User } from '../users/user.schema.ts';
import type { OpenInvitation } from './invitation.service.ts';
import { MemberVisits } from './member-visits.ts';
import { TeamRepository, type TeamFilter } from './team.repository.ts';
import type { TeamDocument } from './team.schema.ts';

/** Tells about teams, with the names of people. */
@Injectable()
export class TeamDirectory {
  constructor(
    private readonly teams: TeamRepository,
    private readonly list: AccountListRepository,
    private readonly tokens: TokenService,
    private readonly visits: MemberVisits,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws {AppError} `not-found` */
  async get(ownerId: string): Promise<authRpc.Team> {
    const team = await this.teams.get(ownerId);
    return this.toTeam(team, team.members, openInvitations(team, this.clock.now()));
  }

  /** Teams with their owners, for staff. */
  async page(which: TeamFilter, skip: number, limit: number): Promise<authRpc.Teams> {
    const { teams, total } = await this.teams.page(which, skip, limit);
    const listed: authRpc.Team[] = [];
    for (const team of teams)
      listed.push(
        await this.toTeam(
          team,
          team.members.filter(({ role }) => role === 'owner'),
          [],
        ),
      );
    return { teams: listed, total };
  }

  private async toTeam(
    team: TeamDocument,
    members: readonly TeamMember[],
    open: readonly TeamInvitation[],
  ): Promise<authRpc.Team> {
    const people = await this.peopleOf([
      ...members.map(({ userId }) => userId),
      ...sendersOf(members),
      ...sendersOf(open),
    ]);
    const [tokens, visits] = await Promise.all([this.tokens.accountOf(team), this.visits.of(team._id)]);
    const { _id: id, name, publishers, plan, isConfirmed, isActive, upgradeRequestedAt } = team;
    const { videoLimit, monthlyTokens } = limitsOf(team);
    return {
      ...{ id, name, publishers, plan, isConfirmed, isActive, videoLimit, monthlyTokens },
      version: team.contentVersion,
      memberLimit: seatsOf(team),
      memberCount: team.members.length,
      tokenBalance: balanceOf(tokens),
      membershipEnd: epochSeconds(team.membershipEnd),
      createdAt: epochSeconds(team.createdAt),
      ...{ hasSso: team.sso?.provider !== undefined, requiresSso: team.sso?.requirement !== undefined },
      ...(team.deletesAt && { deletesAt: epochSeconds(team.deletesAt) }),
      ...(upgradeRequestedAt && { upgradeRequestedAt: epochSeconds(upgradeRequestedAt) }),
      members: members.flatMap(({ userId, role, since, invitedBy = '' }) => {
        const person = people.get(userId);
        if (!person) return [];
        const { firstname, lastname, email, isActive: isOn } = person;
        const visit = visits.get(userId);
        const lastHere = visit && epochSeconds(visit);
        const about = { userId, firstname, lastname, email, isActive: isOn, role, lastHere };
        return [{ ...about, since: epochSeconds(since), invitedBy: nameOf(people.get(invitedBy)) }];
      }),
      invitations: open.map((invitation) => toWire({ team, invitation }, people)),
    };
  }

  /** An invitation with the name of its sender. */
  async toInvitation(open: OpenInvitation): Promise<authRpc.Invitation> {
    return toWire(open, await this.peopleOf([open.invitation.invitedBy]));
  }

  private async peopleOf(ids: readonly string[]): Promise<ReadonlyMap<string, User>> {
    const users = await this.list.byIds([...new Set(ids)]);
    return new Map(users.map((user) => [user._id, user]));
  }
}

function sendersOf(all: readonly { readonly invitedBy?: string }[]): string[] {
  return all.flatMap(({ invitedBy }) => invitedBy ?? []);
}

/** As a person is called to others; their address when they have no name. */
function nameOf(person: User | undefined): string {
  if (!person) return '';
  return `${person.firstname} ${person.lastname}`.trim() || person.email;
}

function toWire({ team, invitation }: OpenInvitation, people: ReadonlyMap<string, User>): authRpc.Invitation {
  const { id, email, role, invitedBy, createdAt, expiresAt } = invitation;
  return {
    ...{ id, email, role, team: team.name, invitedBy: nameOf(people.get(invitedBy)) },
    createdAt: epochSeconds(createdAt),
    expiresAt: epochSeconds(expiresAt),
  };
}
