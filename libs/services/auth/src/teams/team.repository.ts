import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { AppError, RELAY } from '@vault/base';
import { teamLimit } from '@vault/contracts';
import { OwnedCollection, wasInserted, type Decision, type OutboxRelay } from '@vault/store';
import type { Model } from 'mongoose';
import type { TeamDocument } from './team.schema.ts';

/** Stores teams. */
@Injectable()
export class TeamRepository {
  private readonly teams: OwnedCollection<TeamDocument>;

  constructor(
    @InjectModel('Team', 'auth') private readonly model: Model<TeamDocument>,
    @Inject(RELAY) relay: OutboxRelay,
  ) {
    this.teams = new OwnedCollection(model, relay);
  }

  /** @returns false when there is a team of this id already */
  insert(team: Parameters<OwnedCollection<TeamDocument>['insert']>[0]): Promise<boolean> {
    return wasInserted(this.teams.insert(team));
  }

  find(id: string): Promise<TeamDocument | null> {
    return this.teams.findOne({ _id: id, ownerId: id });
  }

  /** @throws {AppError} `not-found` */
  async get(id: string): Promise<TeamDocument> {
    const team = await this.find(id);
    if (!team) throw AppError.notFound('The team');
    return team;
  }

  /** The teams of a person, at most {@link teamLimit}. */
  async ofPerson(userId: string): Promise<TeamDocument[]> {
    return await this.model.find({ 'members.userId': userId }).limit(teamLimit).lean<TeamDocument[]>().exec();
  }

  /**
   * Applies a decision to the newest state, and stores its events and the id of its message in the same update.
   * @throws {AppError} `not-found`
   */
  async change(
    id: string,
    decide: (team: TeamDocument) => Decision<TeamDocument> | undefined,
    messageId?: string,
  ): Promise<TeamDocument> {
    const options = messageId === undefined ? {} : { messageId };
    const changed = await this.teams.change({ _id: id, ownerId: id }, decide, options);
    if (!changed) throw AppError.notFound('The team');
    return changed;
  }

  /** Ids of teams whose end of access is due to be published, the longest overdue first. */
  async dueAccessEnds(now: Date, limit: number): Promise<string[]> {
    const due = this.model.find({ accessEndsAt: { $lte: now } }).sort({ accessEndsAt: 1 });
    return (await due.limit(limit).select({ _id: 1 }).lean()).map(({ _id }) => _id);
  }
}
