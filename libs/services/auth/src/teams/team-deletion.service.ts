import { Inject, Injectable } from '@nestjs/common';
import { tombstoneMs } from '@vault/contracts';
import { AppError, CLOCK, LOGGER, type Clock, type Logger } from '@vault/base';
import type { Decision } from '@vault/store';
import { isOnlyOwner, withoutDeleted } from '../domain/team.ts';
import { MailOutbox } from '../mail/mail-outbox.ts';
import { TokenService } from '../tokens/token.service.ts';
import { accessEnded, accountDeleted } from '../users/account-events.ts';
import { memberChanged } from './team-events.ts';
import { TeamRepository } from './team.repository.ts';
import type { TeamDocument } from './team.schema.ts';

/** A purge that has not succeeded within this time is retried. */
const purgeRetryMs = 10_000;

/** Takes people whose accounts are deleted out of their teams, and deletes teams that nobody is left in. */
@Injectable()
export class TeamDeletionService {
  constructor(
    private readonly teams: TeamRepository,
    private readonly tokens: TokenService,
    private readonly mails: MailOutbox,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @throws {AppError} `conflict` when a team with other members would be without an owner */
  async requireReplaceable(userId: string): Promise<void> {
    for (const team of await this.teams.ofPerson(userId))
      if (team.members.length > 1 && isOnlyOwner(team, userId))
        throw new AppError('conflict', `Make somebody else owner of ${team.name} first.`);
  }

  /** Ends all memberships of a person whose account is deleted. Safe to repeat. */
  async removePerson(userId: string): Promise<void> {
    for (const { _id: id } of await this.teams.ofPerson(userId)) {
      await this.teams.change(id, (team) => {
        const members = withoutDeleted(team.members, userId);
        if (members.length === team.members.length) return undefined;
        if (members.length === 0) return deleted(team, userId, this.clock.now());
        return { set: { members }, events: [memberChanged(id, userId)] };
      });
      this.logger.info({ ownerId: id, userId }, 'a deleted person was removed from a team');
    }
  }

  /** Removes the rows of deleted teams. @returns how many teams it handled */
  async sweep(limit: number): Promise<number> {
    const now = this.clock.now();
    const due = await this.teams.duePurges(now, limit);
    for (const { _id: id, deletedAt = now } of due) {
      await this.teams.changeDeleted(id, { purgeAt: new Date(now.getTime() + purgeRetryMs) });
      await this.tokens.forget(id);
      await this.mails.forget(id);
      const endsAt = new Date(deletedAt.getTime() + tombstoneMs);
      if (endsAt <= now) await this.teams.removeDeleted(id);
      else await this.teams.changeDeleted(id, { purgeAt: endsAt });
    }
    return due.length;
  }
}

/** Leaves a document with the id, so that late messages find the team deleted. */
function deleted({ _id: id }: TeamDocument, userId: string, now: Date): Decision<TeamDocument> {
  return {
    set: { members: [], invitations: [], name: '', isActive: false, deletedAt: now, purgeAt: now },
    unset: ['accessEndsAt', 'upgradeRequestedAt'],
    events: [memberChanged(id, userId), accessEnded(id, 'deleted'), accountDeleted(id)],
  };
}
