import { Inject, Injectable } from '@nestjs/common';
import type { authRpc } from '@vault/contracts/rpc';
import { AppError, CLOCK, type Clock } from '@vault/base';
import { maxAccounts, type AccountFilter, type AccountSort } from '../domain/account-list.ts';
import { limitsOf, type ChosenPlan } from '../domain/plan-limits.ts';
import { balanceOf, emptyAccount, grantMonth, type TokenAccount } from '../domain/token-account.ts';
import { TokenAccountRepository } from '../tokens/token-account.repository.ts';
import { TokenService } from '../tokens/token.service.ts';
import {
  AccountListRepository,
  type AccountCounts,
  type MatchedUser,
} from '../users/account-list.repository.ts';
import { UserRepository } from '../users/user.repository.ts';
import type { User } from '../users/user.schema.ts';

/** Balances are in another collection, so sorting by them reads all matches. */
const maxSortedByBalance = 100_000;

/** A person with their tokens. */
export interface Account {
  readonly user: User;
  readonly tokens: TokenAccount;
}

export interface AccountPage {
  readonly accounts: readonly Account[];
  readonly total: number;
}

/** Finds accounts, for staff and for their owners. */
@Injectable()
export class AccountDirectory {
  constructor(
    private readonly list: AccountListRepository,
    private readonly users: UserRepository,
    private readonly tokenAccounts: TokenAccountRepository,
    private readonly tokens: TokenService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws {AppError} `too-large` when more match than can be sorted by balance */
  async page({ page, limit, descending, ...query }: authRpc.ListAccountsRequest): Promise<AccountPage> {
    const now = this.clock.now();
    const { sort, ...filter } = { ...query, sort: (query.sort || 'created_at') as AccountSort };
    const count = Math.min(limit || maxAccounts, maxAccounts);
    const skip = (page - 1) * count;
    if (sort === 'token_balance') {
      const ids = await this.idsByBalance(filter, now, descending);
      const users = await this.list.byIds(ids.slice(skip, skip + count));
      return { accounts: await this.withTokens(users, now), total: ids.length };
    }
    const [users, total] = await Promise.all([
      this.list.slice(filter, now, { sort, descending, skip, limit: count }),
      this.list.countMatching(filter, now),
    ]);
    return { accounts: await this.withTokens(users, now), total };
  }

  /** No users, only the total, when more than `limit` match. */
  async match({
    limit,
    ...filter
  }: authRpc.MatchAccountsRequest): Promise<{ users: MatchedUser[]; total: number }> {
    const now = this.clock.now();
    const users = await this.list.matching(filter, now, limit + 1);
    if (users.length <= limit) return { users, total: users.length };
    return { users: [], total: await this.list.countMatching(filter, now) };
  }

  async byIds(ids: readonly string[]): Promise<readonly Account[]> {
    const [users, accounts] = await Promise.all([this.list.byIds(ids), this.tokenAccounts.findMany(ids)]);
    const now = this.clock.now();
    return users.map((user) => ({ user, tokens: withMonthlyGrant(accounts.get(user._id), user, now) }));
  }

  /** @throws {AppError} `not-found` */
  async get(userId: string): Promise<Account> {
    const user = await this.users.get(userId);
    return { user, tokens: await this.tokens.accountOf(user) };
  }

  counts(): Promise<AccountCounts> {
    return this.list.counts(this.clock.now());
  }

  private async idsByBalance(filter: AccountFilter, now: Date, descending: boolean): Promise<string[]> {
    const users = await this.list.chosenPlans(filter, now, maxSortedByBalance + 1);
    if (users.length > maxSortedByBalance)
      throw new AppError(
        'too-large',
        'These are too many users to sort by tokens. Please filter them first.',
      );
    const accounts = await this.tokenAccounts.findMany(users.map(({ _id }) => _id));
    const balances = users.map((user) => ({
      id: user._id,
      balance: balanceOf(withMonthlyGrant(accounts.get(user._id), user, now)),
    }));
    const direction = descending ? -1 : 1;
    // Equal balances follow the order of ids: the users are read in that order, and the sort is stable.
    const sorted = descending ? balances.toReversed() : balances;
    return sorted.toSorted((a, b) => direction * (a.balance - b.balance)).map(({ id }) => id);
  }

  private async withTokens(users: readonly User[], now: Date): Promise<Account[]> {
    const accounts = await this.tokenAccounts.findMany(users.map(({ _id }) => _id));
    return users.map((user) => ({ user, tokens: withMonthlyGrant(accounts.get(user._id), user, now) }));
  }
}

/** The account with the monthly grant, which is stored only when the account itself is read. */
function withMonthlyGrant(account: TokenAccount = emptyAccount, chosen: ChosenPlan, now: Date): TokenAccount {
  return grantMonth(account, limitsOf(chosen).monthlyTokens, now)?.account ?? account;
}
