import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { employeeStates, PlanId } from '@vault/contracts';
import type { Model, QueryFilter, SortOrder } from 'mongoose';
import { sortFields, type AccountFilter, type IndexedSort } from '../domain/account-list.ts';
import { expressionOf } from '../domain/list-text.ts';
import type { User, UserDocument } from './user.schema.ts';

/** The order and range of one page. */
export interface AccountSlice {
  readonly sort: IndexedSort;
  readonly descending: boolean;
  readonly skip: number;
  readonly limit: number;
}

const isDeleted = { deletedAt: { $exists: true } };
const notDeleted = { deletedAt: { $exists: false } };
/** Ids for each indexed query. */
const idsPerQuery = 200;
type AccountState = (typeof employeeStates)[number];

const weekMs = 7 * 24 * 60 * 60 * 1_000;

/** A user in a list that another service sorts. */
export type MatchedUser = Pick<User, '_id' | 'createdAt'>;

/** The counts of the staff dashboard. */
export interface AccountCounts {
  readonly total: number;
  readonly created7Days: number;
}

/** Reads the accounts of all users, for staff. */
@Injectable()
export class AccountListRepository {
  constructor(@InjectModel('User', 'auth') private readonly model: Model<UserDocument>) {}

  /** One page, without the prompts, which no list shows. */
  async slice(filter: AccountFilter, now: Date, slice: AccountSlice): Promise<User[]> {
    const direction = slice.descending ? -1 : 1;
    // E-mail addresses are unique, and their index does not contain ids.
    const ties: Record<string, SortOrder> = slice.sort === 'email' ? {} : { _id: direction };
    return await this.model
      .find(conditionsOf(filter, now))
      .sort({ [sortFields[slice.sort]]: direction, ...ties })
      .skip(slice.skip)
      .limit(slice.limit)
      .select('-settings')
      .lean<User[]>()
      .exec();
  }

  /** All matches, unsorted, with the fields that another service needs to sort them. */
  async matching(filter: AccountFilter, now: Date, limit: number): Promise<MatchedUser[]> {
    return await this.model
      .find(conditionsOf(filter, now))
      .limit(limit)
      .select({ createdAt: 1 })
      .lean<MatchedUser[]>()
      .exec();
  }

  /** All matches, sorted by id, with the fields that decide their limits. */
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
    for (let from = 0; from < ids.length; from += idsPerQuery) {
      const some = ids.slice(from, from + idsPerQuery);
      const users = await this.model
        .find({ _id: { $in: some }, ...notDeleted })
        .select('-settings')
        .lean<User[]>();
      for (const user of users) found.set(user._id, user);
    }
    return ids.flatMap((id) => found.get(id) ?? []);
  }

  async countMatching(filter: AccountFilter, now: Date): Promise<number> {
    if (filter.q !== '' || filter.plan !== '' || filter.state !== '')
      return this.model.countDocuments(conditionsOf(filter, now)).exec();
    return this.countAll();
  }

  async counts(now: Date): Promise<AccountCounts> {
    const weekAgo = new Date(now.getTime() - weekMs);
    const [total, created7Days] = await Promise.all([
      this.countAll(),
      this.model.countDocuments({ createdAt: { $gt: weekAgo } }).exec(),
    ]);
    return { total, created7Days };
  }

  /** The store's estimate of all documents, less the deleted accounts, which an index counts. */
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
    ...notDeleted,
    ...(q !== '' && { searchText: { $regex: expressionOf(q) } }),
    ...(plan !== '' && { plan: plan as PlanId }),
    ...(state !== '' && ofState(state as AccountState, now)),
  };
}

function ofState(state: AccountState, now: Date): QueryFilter<UserDocument> {
  switch (state) {
    case 'active':
      return { isActive: true, membershipEnd: { $gt: now } };
    case 'expiring':
      return { isActive: true, membershipEnd: { $gt: now, $lte: new Date(now.getTime() + weekMs) } };
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
