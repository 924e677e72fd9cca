import { Inject, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { RELAY } from '@vault/base';
import { OwnedCollection, wasInserted, type Decision, type OutboxRelay } from '@vault/store';
import type { Model, QueryFilter } from 'mongoose';
import {
  emptyAccount,
  type AccountChange,
  type LedgerEntry,
  type TokenAccount,
} from '../domain/token-account.ts';
import { LedgerRepository } from './ledger.repository.ts';
import type { StoredTokenAccount } from './token-account.schema.ts';

const idsPerQuery = 200;
/** For more ids than this, one scan of all accounts costs less than many indexed queries. */
const scanAboveIds = 2_000;

/** Stores accounts. The entries of a change are stored with it, and the relay of outboxes adds them to the ledger. */
@Injectable()
export class TokenAccountRepository {
  private readonly accounts: OwnedCollection<StoredTokenAccount>;

  constructor(
    @InjectModel('TokenAccount', 'auth') private readonly model: Model<StoredTokenAccount>,
    ledger: LedgerRepository,
    @Inject(RELAY) relay: OutboxRelay,
  ) {
    this.accounts = new OwnedCollection(model, relay, (userId, entries) => ledger.add(userId, entries));
  }

  /** Entries that may not be in the ledger yet. */
  async pendingEntries(userId: string): Promise<readonly LedgerEntry[]> {
    return (await this.accounts.findWhole({ _id: userId, ownerId: userId }))?.outbox ?? [];
  }

  /** Existing accounts by user id. */
  async findMany(userIds: readonly string[]): Promise<ReadonlyMap<string, TokenAccount>> {
    const ids = new Set(userIds);
    const found = new Map<string, TokenAccount>();
    const read = async (filter: QueryFilter<StoredTokenAccount>) => {
      const accounts = await this.model.find(filter).lean<StoredTokenAccount[]>();
      for (const account of accounts) if (ids.has(account._id)) found.set(account._id, account);
    };
    if (userIds.length > scanAboveIds) await read({});
    else
      for (let from = 0; from < userIds.length; from += idsPerQuery)
        await read({ _id: { $in: userIds.slice(from, from + idsPerQuery) } });
    return found;
  }

  /** Creates the account, unless it exists. It is empty, so that its first tokens have a ledger entry too. */
  async open(userId: string): Promise<void> {
    await wasInserted(this.accounts.insert({ ...emptyAccount, _id: userId, ownerId: userId }));
  }

  /**
   * Applies a decision to the newest state, and stores its entries in the same update.
   * @param entryId an entry of the decision: a repeat has no effect
   * @returns null when there is no account
   */
  change(
    userId: string,
    decide: (account: StoredTokenAccount) => AccountChange | undefined,
    entryId?: string,
  ): Promise<StoredTokenAccount | null> {
    const decideNow = (account: StoredTokenAccount) => toDecision(decide(account));
    return this.accounts.change({ _id: userId, ownerId: userId }, decideNow, { messageId: entryId });
  }

  async remove(userId: string): Promise<void> {
    await this.accounts.remove({ _id: userId, ownerId: userId });
  }

  /** Ids of accounts with reservations since this time or before. */
  async findReserved(since: Date, limit: number): Promise<string[]> {
    const found = this.model.find({ reservedSince: { $lte: since } }).select({ _id: 1 });
    return (await found.limit(limit).lean()).map(({ _id }) => _id);
  }
}

function toDecision(change: AccountChange | undefined): Decision<StoredTokenAccount> | undefined {
  if (!change) return undefined;
  const { granted, added, grantedMonth, monthlyGrant, reservations } = change.account;
  const reservedSince = reservations[0]?.at;
  return {
    set: { granted, added, grantedMonth, monthlyGrant, reservations, reservedSince },
    unset: reservedSince ? [] : ['reservedSince'],
    events: change.entries,
  };
}
