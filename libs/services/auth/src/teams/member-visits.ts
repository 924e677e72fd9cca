import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { LOGGER, type Logger } from '@vault/base';
import { memberLimit } from '@vault/contracts';
import { wasInserted } from '@vault/store';
import { LRUCache } from 'lru-cache';
import type { Model } from 'mongoose';
import type { MemberVisit } from './member-visit.schema.ts';

/** A visit is stored at most this often by each process. */
const storeEveryMs = 60_000;
const recentVisits = 10_000;
const separator = '/';
/** The character after the separator in ASCII. */
const afterSeparator = '0';

/**
 * When members last used a team, exact to a minute. Their sessions do not tell: they end with a log-out, and are used for
 * the own library too.
 */
@Injectable()
export class MemberVisits {
  private readonly recent = new LRUCache<string, number>({ max: recentVisits });

  constructor(
    @InjectModel('MemberVisit', 'auth') private readonly model: Model<MemberVisit>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Stores a visit, unless there was one just before. A failure is logged only. */
  async note(teamId: string, userId: string, at: Date): Promise<void> {
    const _id = keyOf(teamId, userId);
    if (at.getTime() - (this.recent.get(_id) ?? -Infinity) < storeEveryMs) return;
    this.recent.set(_id, at.getTime());
    try {
      // Of two first visits at once, one inserts the document.
      await wasInserted(this.model.updateOne({ _id }, { $set: { userId, at } }, { upsert: true }));
    } catch (error) {
      this.logger.warn({ err: error, teamId, userId }, 'the visit of a member was not stored');
    }
  }

  /** The last visits to a team, by user id. */
  async of(teamId: string): Promise<ReadonlyMap<string, Date>> {
    const found = await this.model.find(inTeam(teamId)).limit(memberLimit).lean<MemberVisit[]>();
    return new Map(found.map(({ userId, at }) => [userId, at]));
  }

  /** For somebody who is not a member any more. */
  async remove(teamId: string, userId: string): Promise<void> {
    this.recent.delete(keyOf(teamId, userId));
    await this.model.deleteOne({ _id: keyOf(teamId, userId) });
  }

  /** For a deleted team. */
  async removeAll(teamId: string): Promise<void> {
    await this.model.deleteMany(inTeam(teamId));
  }

  /** For a deleted person. */
  async removePerson(userId: string): Promise<void> {
    await this.model.deleteMany({ userId });
  }
}

const keyOf = (teamId: string, userId: string) => `${teamId}${separator}${userId}`;

/** The keys of a team share a prefix, so that they are adjacent. */
const inTeam = (teamId: string) => ({
  _id: { $gt: `${teamId}${separator}`, $lt: `${teamId}${afterSeparator}` },
});
