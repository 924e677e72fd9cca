import { Inject, Injectable } from '@nestjs/common';
import { STORE } from '@vault/platform';
import type { Connection, Model, QueryFilter, SortOrder } from 'mongoose';
import {
  sortFields,
  type AccountFilter,
  type AccountState,
  type IndexedSort,
} from '../domain/account-list.ts';
import { expressionOf } from '../domain/list-text.ts';
import type { User, UserDocument } from './user.schema.ts';

/** One page of them, in order. */
export interface AccountSlice {
  readonly sort: IndexedSort;
  readonly descending: boolean;
  readonly skip: number;
  readonly limit: number;
}

const isDeleted = { deletedAt: { $exists: true } };
const isThere = { deletedAt: { $exists: false } };
/** A list of places that a store looks up one by one is short. */
const idsAtOnce = 200;
const weekMs = 7 * 24 * 60 * 60 * 1_000;

/** Somebody on a list that another service puts in order. */
export type MatchedUser = Pick<User, '_id' | 'createdAt'>;

/** What the counts of a dashboard are made of. */
export interface AccountCounts {
  readonly total: number;
  readonly created7Days: number;
  readonly expiring7Days: number;
  readonly unconfirmed: number;
  readonly upgradeRequested: number;
}

/** Reads accounts of everybody, for staff. */
@Injectable()
export class AccountListRepository {
  private readonly model: Model<UserDocument>;

  constructor(@Inject(STORE) store: Connection) {
    this.model = store.model<UserDocument>('User');
  }

  /** Without the prompts, which no list shows. */
  async slice(filter: AccountFilter, now: Date, slice: AccountSlice): Promise<User[]> {
    const way = slice.descending ? -1 : 1;
    // No two have the same e-mail, and its index knows of no ids.
    const ties: Record<string, SortOrder> = slice.sort === 'email' ? {} : { _id: way };
    return await this.model
      .find(conditionsOf(filter, now))
      .sort({ [sortFields[slice.sort]]: way, ...ties })
      .skip(slice.skip)
      .limit(slice.limit)
      .select('-settings')
      .lean<User[]>()
      .exec();
  }

  /** All that match, with no more than an order among them may need; in no order. */
  async matching(filter: AccountFilter, now: Date, limit: number): Promise<MatchedUser[]> {
    return await this.model
      .find(conditionsOf(filter, now))
      .limit(limit)
      .select({ createdAt: 1 })
      .lean<MatchedUser[]>()
      .exec();
  }

  /** All that match, with no more than what limits follow from; in the order of their ids. */
  async chosenPlans(
    filter: AccountFilter,
    now: Date,
    limit: number,
  ): Promise<Pick<User, '_id' | 'plan' | 'isConfirmed'>[]> {
    return await this.model
      .find(conditionsOf(filter, now))
      .sort({ _id: 1 })
      .limit(limit)
      .select({ plan: 1, isConfirmed: 1 })
      .lean<Pick<User, '_id' | 'plan' | 'isConfirmed'>[]>()
      .exec();
  }

  /** In the order of the ids; unknown ones are left out. */
  async byIds(ids: readonly string[]): Promise<User[]> {
    const found = new Map<string, User>();
    for (let from = 0; from < ids.length; from += idsAtOnce) {
      const some = ids.slice(from, from + idsAtOnce);
      const users = await this.model
        .find({ _id: { $in: some }, ...isThere })
        .select('-settings')
        .lean<User[]>();
      for (const user of users) found.set(user._id, user);
    }
    return ids.flatMap((id) => found.get(id) ?? []);
  }

  async countMatching(filter: AccountFilter, now: Date): Promise<number> {
    if (filter.q !== '' || filter.plan || filter.state)
      return this.model.countDocuments(conditionsOf(filter, now)).exec();
    return this.countAll();
  }

  async counts(now: Date): Promise<AccountCounts> {
    const [weekAgo, inAWeek] = [-weekMs, weekMs].map((ms) => new Date(now.getTime() + ms));
    const count = (filter: QueryFilter<UserDocument>) => this.model.countDocuments(filter).exec();
    const [total, created7Days, expiring7Days, unconfirmed, upgradeRequested] = await Promise.all([
      this.countAll(),
      count({ createdAt: { $gt: weekAgo } }),
      count({ membershipEnd: { $gt: now, $lte: inAWeek }, isActive: true }),
      count({ isConfirmed: false }),
      count({ upgradeRequestedAt: { $gt: new Date(0) } }),
    ]);
    return { total, created7Days, expiring7Days, unconfirmed, upgradeRequested };
  }

  /** Counts what there is less of: the store knows how many documents there are. */
  private async countAll(): Promise<number> {
    const [all, deleted] = await Promise.all([
      this.model.estimatedDocumentCount().exec(),
      this.model.countDocuments(isDeleted).exec(),
    ]);
    return all - deleted;
  }
}

function conditionsOf({ q, plan, state }: AccountFilter, now: Date): QueryFilter<UserDocument> {
  return {
    ...isThere,
    ...(q !== '' && { searchText: { $regex: expressionOf(q) } }),
    ...(plan && { plan }),
    ...(state && ofState(state, now)),
  };
}

function ofState(state: AccountState, now: Date): QueryFilter<UserDocument> {
  switch (state) {
    case 'active':
      return { isActive: true, membershipEnd: { $gt: now } };
    case 'expired':
      return { isActive: true, membershipEnd: { $lte: now } };
    case 'inactive':
      return { isActive: false };
    case 'unconfirmed':
      return { isConfirmed: false };
    case 'upgrade-requested':
      return { upgradeRequestedAt: { $gt: new Date(0) } };
  }
}
