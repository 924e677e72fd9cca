import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { AppError, RELAY } from '@vault/base';
import { teamLimit } from '@vault/contracts';
import { foldText } from '@vault/contracts';
import {
  DueRecords,
  OwnedCollection,
  wasInserted,
  type Aggregate,
  type Decision,
  type OutboxRelay,
} from '@vault/store';
import { LRUCache } from 'lru-cache';
import type { Model } from 'mongoose';
import { expressionOf } from '../domain/list-text.ts';
import type { TeamDocument } from './team.schema.ts';

const knownTeams = 200;
const notDeleted = { deletedAt: { $exists: false } };

/** Which teams staff see. */
export interface TeamFilter {
  /** Part of the name, in any case, or the id; empty: all. */
  readonly q: string;
  /** Only open teams with an open request for an upgrade, the oldest request first. */
  readonly isRequested: boolean;
}

/** Stores teams. */
@Injectable()
export class TeamRepository {
  /** Teams whose domains are to be looked at. */
  readonly dueRecords: DueRecords<TeamDocument>;
  private readonly teams: OwnedCollection<TeamDocument>;
  private readonly known = new LRUCache<string, TeamDocument>({ max: knownTeams });

  constructor(
    @InjectModel('Team', 'auth') private readonly model: Model<TeamDocument>,
    @Inject(RELAY) relay: OutboxRelay,
  ) {
    this.teams = new OwnedCollection(model, relay);
    this.dueRecords = new DueRecords(model);
  }

  /** @returns false when there is a team of this id already */
  insert(
    team: Omit<TeamDocument, keyof Aggregate | 'searchText'> & { _id: string },
    messageId: string,
  ): Promise<boolean> {
    const { _id: ownerId, name } = team;
    const stored = { ...team, ownerId, searchText: foldText(name) };
    return wasInserted(this.teams.insert(stored, [], { messageId }));
  }

  find(id: string): Promise<TeamDocument | null> {
    return this.teams.findOne({ _id: id, ownerId: id, ...notDeleted });
  }

  /** As {@link find}, for what happens often: a roster is long, so that one of the same version is not read again. */
  findAsKnown(id: string): Promise<TeamDocument | null> {
    return this.asKnown({ _id: id });
  }

  /** @throws {AppError} `not-found` */
  async get(id: string): Promise<TeamDocument> {
    const team = await this.find(id);
    if (!team) throw AppError.notFound('The team');
    return team;
  }

  /** The team that has a domain. */
  ofDomain(domain: string): Promise<TeamDocument | null> {
    return this.asKnown({ claims: domain });
  }

  /** The teams of a person, some more than {@link teamLimit}, so that too many are noticed. */
  async ofPerson(userId: string): Promise<TeamDocument[]> {
    return await this.model
      .find({ 'members.userId': userId })
      .limit(2 * teamLimit)
      .lean<TeamDocument[]>()
      .exec();
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
    const changed = await this.teams.change({ _id: id, ownerId: id, ...notDeleted }, decide, options);
    if (!changed) throw AppError.notFound('The team');
    return changed;
  }

  /** For staff: open requests for an upgrade first, the latest one at the top, then the newest teams. */
  async page(
    { q, isRequested }: TeamFilter,
    skip: number,
    limit: number,
  ): Promise<{ teams: TeamDocument[]; total: number }> {
    const filter = {
      ...notDeleted,
      ...(q !== '' && { $or: [{ searchText: { $regex: expressionOf(q) } }, { _id: q }] }),
      ...(isRequested && { upgradeRequestedAt: { $gt: new Date(0) }, deletesAt: { $exists: false } }),
    };
    const way = isRequested ? 1 : -1;
    const sorted = this.model.find(filter).sort({ upgradeRequestedAt: way, createdAt: way, _id: way });
    const [teams, total] = await Promise.all([
      sorted.skip(skip).limit(limit).lean<TeamDocument[]>().exec(),
      this.model.countDocuments(filter).exec(),
    ]);
    return { teams, total };
  }

  /** Ids of closed teams that are due to be deleted. */
  async dueDeletions(now: Date, limit: number): Promise<string[]> {
    const due = this.model.find({ deletesAt: { $lte: now }, ...notDeleted }).sort({ deletesAt: 1 });
    return (await due.limit(limit).select({ _id: 1 }).lean()).map(({ _id }) => _id);
  }

  /** Deleted teams that are due for a purge. */
  async duePurges(now: Date, limit: number): Promise<TeamDocument[]> {
    const due = this.model.find({ purgeAt: { $lte: now } }).sort({ purgeAt: 1 });
    return await due.limit(limit).lean<TeamDocument[]>().exec();
  }

  async changeDeleted(id: string, set: Pick<TeamDocument, 'purgeAt'>): Promise<void> {
    await this.teams.changeMatching({ _id: id, ownerId: id, deletedAt: { $exists: true } }, { set });
  }

  /** Removes a deleted team whose messages have been sent. */
  async removeDeleted(id: string): Promise<void> {
    await this.model.deleteOne({ _id: id, deletedAt: { $exists: true }, outboxSince: { $exists: false } });
  }

  /** Ids of teams whose end of access is due to be published, the longest overdue first. */
  async dueAccessEnds(now: Date, limit: number): Promise<string[]> {
    const due = this.model.find({ accessEndsAt: { $lte: now } }).sort({ accessEndsAt: 1 });
    return (await due.limit(limit).select({ _id: 1 }).lean()).map(({ _id }) => _id);
  }

  private async asKnown(
    which: { readonly _id: string } | { readonly claims: string },
  ): Promise<TeamDocument | null> {
    const stored = await this.model
      .findOne({ ...which, ...notDeleted })
      .select({ version: 1 })
      .lean<Pick<TeamDocument, '_id' | 'version'>>();
    if (!stored) return null;
    const { _id: id, version } = stored;
    const known = this.known.get(id);
    if (known?.version === version) return known;
    const team = await this.find(id);
    if (team) this.known.set(id, team);
    return team;
  }
}
