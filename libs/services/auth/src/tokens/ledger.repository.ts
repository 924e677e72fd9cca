import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { wasInserted } from '@vault/store';
import type { Model } from 'mongoose';
import type { LedgerEntry } from '../domain/token-account.ts';
import type { StoredLedgerEntry } from './ledger-entry.schema.ts';

/** The lines of an owner: all, or what one person has spent. */
export type LedgerLines = Pick<StoredLedgerEntry, 'userId'> & Partial<Pick<StoredLedgerEntry, 'spentBy'>>;

/** Stores the ledger; entries are only added. */
@Injectable()
export class LedgerRepository {
  constructor(@InjectModel('LedgerEntry', 'auth') private readonly model: Model<StoredLedgerEntry>) {}

  async has(userId: string, entryId: string): Promise<boolean> {
    return (await this.model.exists({ _id: keyOf(userId, entryId), userId })) !== null;
  }

  /** Newest first. */
  async page(lines: LedgerLines, skip: number, limit: number): Promise<StoredLedgerEntry[]> {
    return await this.model
      .find(lines)
      .sort({ at: -1, _id: -1 })
      .skip(skip)
      .limit(limit)
      .lean<StoredLedgerEntry[]>()
      .exec();
  }

  count(lines: LedgerLines): Promise<number> {
    return this.model.countDocuments(lines).exec();
  }

  async removeAll(userId: string): Promise<void> {
    await this.model.deleteMany({ userId });
  }

  /** Adds the entries that do not exist yet. */
  async add(userId: string, entries: readonly LedgerEntry[]): Promise<void> {
    // One exists already when an earlier copy was interrupted before it removed the entry from the account.
    for (const { id, ...entry } of entries)
      await wasInserted(this.model.create({ ...entry, _id: keyOf(userId, id), userId }));
  }
}

function keyOf(userId: string, entryId: string): string {
  return `${userId}/${entryId}`;
}
