import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { wasInserted } from '@vault/store';
import type { Model, QueryFilter } from 'mongoose';
import { emptyAccount, type AccountChange, type TokenAccount } from '../domain/token-account.ts';
import type { StoredTokenAccount } from './token-account.schema.ts';

const idsPerQuery = 200;
/** For more ids than this, one scan of all accounts costs less than many indexed queries. */
const scanAboveIds = 2_000;

/** Stores accounts, each with its pending entries. */
@Injectable()
export class TokenAccountRepository {
  constructor(@InjectModel('TokenAccount', 'auth') private readonly model: Model<StoredTokenAccount>) {}

  find(userId: string): Promise<StoredTokenAccount | null> {
    return this.model.findOne({ _id: userId }).lean<StoredTokenAccount>().exec();
  }

  /** Existing accounts by user id, without pending entries. */
  async findMany(userIds: readonly string[]): Promise<ReadonlyMap<string, TokenAccount>> {
    const ids = new Set(userIds);
    const found = new Map<string, TokenAccount>();
    const read = async (filter: QueryFilter<StoredTokenAccount>) => {
      const accounts = this.model.find(filter).select({ pendingEntries: 0 }).lean<StoredTokenAccount[]>();
      for (const account of await accounts) if (ids.has(account._id)) found.set(account._id, account);
    };
    if (userIds.length > scanAboveIds) await read({});
    else
      for (let from = 0; from < userIds.length; from += idsPerQuery)
        await read({ _id: { $in: userIds.slice(from, from + idsPerQuery) } });
    return found;
  }

  /** Finds or creates the account. A new one is empty, so that its first tokens have a ledger entry too. */
  async open(userId: string): Promise<StoredTokenAccount> {
    const found = await this.find(userId);
    if (found) return found;
    const account = { ...emptyAccount, _id: userId, pendingEntries: [], version: 0 };
    await wasInserted(this.model.create(account));
    return (await this.find(userId)) ?? account;
  }

  /**
   * Stores a change and its entries in one update.
   * @returns false when the account has changed since it was read
   */
  async replace(
    { _id, version }: StoredTokenAccount,
    { account, entries }: AccountChange,
    now: Date,
  ): Promise<boolean> {
    const { granted, added, grantedMonth, monthlyGrant, reservations } = account;
    const reservedSince = reservations[0]?.at;
    const { modifiedCount } = await this.model.updateOne(
      { _id, version },
      {
        $inc: { version: 1 },
        $set: {
          granted,
          added,
          grantedMonth,
          reservations,
          pendingSince: now,
          ...(monthlyGrant === undefined ? {} : { monthlyGrant }),
          ...(reservedSince ? { reservedSince } : {}),
        },
        ...(reservedSince ? {} : { $unset: { reservedSince: 1 } }),
        // $push, not $set: the relay removes copied entries at the same time.
        $push: { pendingEntries: { $each: entries } },
      },
    );
    return modifiedCount === 1;
  }

  /** Removes pending entries that the ledger has, as read with the account. */
  async removePending({ _id, version, pendingEntries }: StoredTokenAccount): Promise<void> {
    // Adding an entry increments the version: with this version there are no other entries.
    const emptied = { $set: { pendingEntries: [] }, $unset: { pendingSince: 1 as const } };
    const { matchedCount } = await this.model.updateOne({ _id, version }, emptied);
    if (matchedCount > 0) return;
    const ids = pendingEntries.map(({ id }) => id);
    await this.model.updateOne({ _id }, { $pull: { pendingEntries: { id: { $in: ids } } } });
    await this.model.updateOne({ _id, pendingEntries: { $size: 0 } }, { $unset: { pendingSince: 1 } });
  }

  async remove(userId: string): Promise<void> {
    await this.model.deleteOne({ _id: userId });
  }

  findWithPending(since: Date, limit: number): Promise<StoredTokenAccount[]> {
    return this.findSome({ pendingSince: { $lte: since } }, limit);
  }

  findWithReservations(since: Date, limit: number): Promise<StoredTokenAccount[]> {
    return this.findSome({ reservedSince: { $lte: since } }, limit);
  }

  private findSome(filter: QueryFilter<StoredTokenAccount>, limit: number): Promise<StoredTokenAccount[]> {
    return this.model.find(filter).limit(limit).lean<StoredTokenAccount[]>().exec();
  }
}
