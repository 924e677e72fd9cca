import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@vault/base';
import { memberLimit } from '@vault/contracts';
import type { authRpc } from '@vault/contracts/rpc';
import { limitsOf } from '../domain/plan-limits.ts';
import { openInvitations } from '../domain/team.ts';
import { epochSeconds } from '../to-wire.ts';
import { AccountListRepository } from '../users/account-list.repository.ts';
import type { User } from '../users/user.schema.ts';
import type { OpenInvitation } from './invitation.service.ts';
import { TeamRepository } from './team.repository.ts';

/** Tells about teams, with the names of people. */
@Injectable()
export class TeamDirectory {
  constructor(
    private readonly teams: TeamRepository,
    private readonly list: AccountListRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws {AppError} `not-found` */
  async get(ownerId: string): Promise<authRpc.Team> {
    const team = await this.teams.get(ownerId);
    const open = openInvitations(team, this.clock.now());
    const people = await this.peopleOf([
      ...team.members.map(({ userId }) => userId),
      ...sendersOf(team.members),
      ...sendersOf(open),
    ]);
    const { name, publishers, plan, isConfirmed, contentVersion: version, upgradeRequestedAt } = team;
    return {
      ...{ id: team._id, name, publishers, plan, isConfirmed, version, memberLimit },
      ...limitsOf(team),
      membershipEnd: epochSeconds(team.membershipEnd),
      createdAt: epochSeconds(team.createdAt),
      ...(upgradeRequestedAt && { upgradeRequestedAt: epochSeconds(upgradeRequestedAt) }),
      members: team.members.flatMap(({ userId, role, since, invitedBy = '' }) => {
        const person = people.get(userId);
        if (!person) return [];
        const { firstname, lastname, email, isActive } = person;
        const about = { userId, firstname, lastname, email, isActive, role };
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
