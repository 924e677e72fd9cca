import { Inject, Injectable } from '@nestjs/common';
import { isDuplicateKey, STORE } from '@vault/platform';
import type { Connection, Model, QueryFilter } from 'mongoose';
import { emptyAccount, type AccountChange, type TokenAccount } from '../domain/token-account.ts';
import type { StoredTokenAccount } from './token-account.schema.ts';

const idsAtOnce = 200;
const scannedFrom = 2_000;

/** Keeps accounts, each with the entries that the ledger may not hold yet. */
@Injectable()
export class TokenAccountRepository {
  private readonly model: Model<StoredTokenAccount>;

  constructor(@Inject(STORE) store: Connection) {
    this.model = store.model<StoredTokenAccount>('TokenAccount');
  }

  find(userId: string): Promise<StoredTokenAccount | null> {
    return this.model.findOne({ _id: userId }).lean<StoredTokenAccount>().exec();
  }

  /** Those of these people that there are, by their ids, with what balances follow from. */
  async findMany(userIds: readonly string[]): Promise<ReadonlyMap<string, TokenAccount>> {
    const wanted = new Set(userIds);
    const found = new Map<string, TokenAccount>();
    const read = async (filter: QueryFilter<StoredTokenAccount>) => {
      const accounts = this.model.find(filter).select({ carried: 0 }).lean<StoredTokenAccount[]>();
      for (const account of await accounts) if (wanted.has(account._id)) found.set(account._id, account);
    };
    // Past some number of ids, one look at all of them is less work than many at a few.
    if (userIds.length > scannedFrom) await read({});
    else
      for (let from = 0; from < userIds.length; from += idsAtOnce)
        await read({ _id: { $in: userIds.slice(from, from + idsAtOnce) } });
    return found;
  }

  /** The account, made when there is none: empty, so that its first tokens stand in the ledger as all others do. */
  async open(userId: string): Promise<StoredTokenAccount> {
    const found = await this.find(userId);
    if (found) return found;
    const account = { ...emptyAccount, _id: userId, carried: [], version: 0 };
    try {
      await this.model.create(account);
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
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
          ...{ granted, added, grantedMonth, reservations, carriedSince: now },
          ...(monthlyGrant === undefined ? {} : { monthlyGrant }),
          ...(reservedSince ? { reservedSince } : {}),
        },
        ...(reservedSince ? {} : { $unset: { reservedSince: 1 } }),
        // Added, not set: the relay takes out what it has copied, without a word to whoever changes the account.
        $push: { carried: { $each: entries } },
      },
    );
    return modifiedCount === 1;
  }

  /** Takes the entries out that an account carried when it was read, once the ledger holds them. */
  async dropCarried({ _id, version, carried }: StoredTokenAccount): Promise<void> {
    // Whatever adds an entry raises the version: with this one there are no others.
    const emptied = { $set: { carried: [] }, $unset: { carriedSince: 1 as const } };
    const { matchedCount } = await this.model.updateOne({ _id, version }, emptied);
    if (matchedCount > 0) return;
    const ids = carried.map(({ id }) => id);
    await this.model.updateOne({ _id }, { $pull: { carried: { id: { $in: ids } } } });
    await this.model.updateOne({ _id, carried: { $size: 0 } }, { $unset: { carriedSince: 1 } });
  }

  async remove(userId: string): Promise<void> {
    await this.model.deleteOne({ _id: userId });
  }

  findCarrying(since: Date, limit: number): Promise<StoredTokenAccount[]> {
    return this.findSome({ carriedSince: { $lte: since } }, limit);
  }

  findReserving(since: Date, limit: number): Promise<StoredTokenAccount[]> {
    return this.findSome({ reservedSince: { $lte: since } }, limit);
  }

  private findSome(filter: QueryFilter<StoredTokenAccount>, limit: number): Promise<StoredTokenAccount[]> {
    return this.model.find(filter).limit(limit).lean<StoredTokenAccount[]>().exec();
  }
}
