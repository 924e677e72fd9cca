import { setTimeout as wait } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { wasInserted } from '@vault/store';
import type { Model, QueryFilter } from 'mongoose';
import { AppError } from '@vault/base';
import { chain, type ChainEnd, type ChainedEntry, type EntryContent } from '../domain/entry-chain.ts';
import type { WorkspaceEntry } from './workspace-log.schemas.ts';

/** Absent and empty fields take all entries. */
export interface EntryFilter {
  readonly actorId?: string;
  readonly actions?: readonly string[];
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

/** The place of an entry in the list. */
export interface EntryCursor {
  readonly at: Date;
  readonly seq: number;
}

const maxTries = 100;
const maxWaitMs = 20;

/** Adds and reads the entries of workspaces. */
@Injectable()
export class WorkspaceEntryRepository {
  constructor(@InjectModel('WorkspaceEntry', 'admin') private readonly entries: Model<WorkspaceEntry>) {}

  /**
   * Adds an entry to the end of the log of its workspace. Of two at once, the second follows the first: one place is given
   * once.
   * @param end the end of the log when it has no entries
   * @returns undefined when an entry with this id is in the log already
   */
  async append(content: EntryContent, end: ChainEnd): Promise<ChainedEntry | undefined> {
    for (let tries = 1; tries <= maxTries; tries += 1) {
      if (await this.entries.exists({ _id: content._id })) return undefined;
      const last = await this.last(content.ownerId);
      const entry = chain(content, last && last.seq >= end.seq ? last : end);
      if (await wasInserted(this.entries.create(entry))) return entry;
      await wait(Math.random() * Math.min(tries, maxWaitMs));
    }
    throw AppError.unavailable();
  }

  last(ownerId: string): Promise<ChainedEntry | null> {
    return this.entries.findOne({ ownerId }).sort({ seq: -1 }).lean<ChainedEntry>().exec();
  }

  /** In the order of the log. @param from the place of the first one */
  inOrder(ownerId: string, from: number, limit: number): Promise<ChainedEntry[]> {
    const filter = { ownerId, seq: { $gte: from } };
    return this.entries.find(filter).sort({ seq: 1 }).limit(limit).lean<ChainedEntry[]>().exec();
  }

  /** Newest first. @param before the last entry of the page before */
  async list(
    ownerId: string,
    { actorId, actions = [], from, to }: EntryFilter,
    { before, limit }: { readonly before?: EntryCursor | undefined; readonly limit: number },
  ): Promise<ChainedEntry[]> {
    // The bound of the index; which entries of this time come after the page before, the places say.
    const until = before && (!to || before.at < to) ? before.at : to;
    const time = { ...(from && { $gte: from }), ...(until && { $lte: until }) };
    const filter: QueryFilter<WorkspaceEntry> = {
      ownerId,
      ...(actorId && { actorId }),
      ...(actions.length > 0 && { action: { $in: [...actions] } }),
      ...((from ?? until) && { at: time }),
      ...(before && { $or: [{ at: { $lt: before.at } }, { at: before.at, seq: { $lt: before.seq } }] }),
    };
    const found = this.entries.find(filter).sort({ at: -1, seq: -1 }).limit(limit);
    return await found.lean<ChainedEntry[]>().exec();
  }

  /** The first entry, in the order of the log, that is not older. */
  firstSince(ownerId: string, since: Date): Promise<ChainedEntry | null> {
    const filter = { ownerId, at: { $gte: since } };
    return this.entries.findOne(filter).sort({ seq: 1 }).lean<ChainedEntry>().exec();
  }

  async removeBefore(ownerId: string, seq: number): Promise<void> {
    await this.entries.deleteMany({ ownerId, seq: { $lt: seq } });
  }

  /** @returns whether there may be more */
  async removeSome(ownerId: string, limit: number): Promise<boolean> {
    const ids = (await this.entries.find({ ownerId }).limit(limit).select({ _id: 1 }).lean()).map(
      ({ _id }) => _id,
    );
    await this.entries.deleteMany({ _id: { $in: ids } });
    return ids.length === limit;
  }
}
