import { setTimeout as wait } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { AppError, CLOCK, LOGGER, type Clock, type Logger } from '@vault/platform';
import { decideEntitlement } from '../domain/entitlement.ts';
import { limitsOf } from '../domain/plan-limits.ts';
import {
  addedEntryId,
  addTokens,
  balanceOf,
  findReservation,
  giveBackExpired,
  grantMonth,
  latestExpired,
  reservationLimit,
  reserve,
  reserveEntryId,
  settle,
  shortageMsg,
  type AccountChange,
  type ReservationRequest,
  type TokenAccount,
} from '../domain/token-account.ts';
import { UserRepository } from '../users/user.repository.ts';
import type { User } from '../users/user.schema.ts';
import { LedgerRelay } from './ledger-relay.ts';
import { LedgerRepository } from './ledger.repository.ts';
import { TokenAccountRepository } from './token-account.repository.ts';
import type { StoredTokenAccount } from './token-account.schema.ts';
import { Turns } from './turns.ts';

/** Each try that fails means that another replica has changed the account. */
const maxTries = 100;
const longestWaitMs = 20;
/** Past this the ledger takes nothing any more: then nothing is reserved either. */
const mostCarried = 500;

type Decide = (
  account: StoredTokenAccount,
  now: Date,
) => AccountChange | undefined | Promise<AccountChange | undefined>;

/** Tokens: what people may spend, what is set aside, what was spent. */
@Injectable()
export class TokenService {
  private readonly turns = new Turns();

  constructor(
    private readonly users: UserRepository,
    private readonly accounts: TokenAccountRepository,
    private readonly ledger: LedgerRepository,
    private readonly relay: LedgerRelay,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @throws {AppError} not-found */
  async balanceOf(userId: string): Promise<number> {
    return balanceOf(await this.accountOf(await this.users.get(userId)));
  }

  /** With the month's grant, which comes with the first look in a month. */
  accountOf(user: User): Promise<TokenAccount> {
    return this.change(user._id, (account, now) => grantTo(user, account, now));
  }

  /**
   * Adds tokens that stay when the month ends, once for each `id`; below 0 it takes away as many as there are.
   * @returns what is left
   */
  async add(user: User, tokens: number, id: string): Promise<number> {
    const account = await this.change(user._id, async (current, now) => {
      if (await this.hasEntry(current, addedEntryId(id))) return undefined;
      const grant = grantTo(user, current, now) ?? { account: current, entries: [] };
      const change = addTokens(grant.account, tokens, id, now);
      return { ...change, entries: [...grant.entries, ...change.entries] };
    });
    return balanceOf(account);
  }

  /** Removes account and ledger of a person who was deleted. */
  forget(userId: string): Promise<void> {
    return this.turns.take(userId, async () => {
      await this.accounts.remove(userId);
      await this.relay.settled(userId);
      await this.ledger.removeAll(userId);
    });
  }

  /**
   * Sets tokens aside for an operation, once, however often it is asked.
   * @returns what is left
   * @throws {AppError} `limit-reached` when too few are left or the membership has ended, `not-found`
   */
  async reserve(userId: string, request: ReservationRequest): Promise<number> {
    const user = await this.users.get(userId);
    const account = await this.change(userId, async (current, now) => {
      if (await this.hasEntry(current, reserveEntryId(request.operationId), request.operationId))
        return undefined;
      requireEntitlement(user, now);
      if (current.reservations.length >= reservationLimit)
        throw new AppError(
          'limit-reached',
          'Too much is being written for you just now. Please wait for some of it.',
        );
      const grant = grantTo(user, current, now) ?? { account: current, entries: [] };
      const change = reserve(grant.account, request, now);
      if (!change) throw new AppError('limit-reached', shortageMsg(grant.account, request.amount, now));
      return { ...change, entries: [...grant.entries, ...change.entries] };
    });
    return balanceOf(account);
  }

  /** Ends a reservation. Nobody is kept from it: it only ever gives back. @returns what is left */
  async settle(userId: string, operationId: string, amount: number): Promise<number> {
    return this.turns.take(userId, async () => {
      if (!(await this.accounts.find(userId))) return 0;
      return balanceOf(
        await this.changeNow(userId, (current, now) => settle(current, operationId, amount, now)),
      );
    });
  }

  /** Gives back what was reserved a day ago and never settled. @returns how many accounts it looked at */
  async giveBackExpired(now: Date, limit: number): Promise<number> {
    const found = await this.accounts.findReserving(latestExpired(now), limit);
    for (const { _id: userId } of found) {
      this.logger.warn({ userId }, 'operations that never ended give back what they reserved');
      await this.change(userId, (account) => giveBackExpired(account, now));
    }
    return found.length;
  }

  /** Also when the operation was settled long ago: that it has reserved stays in the ledger. */
  private async hasEntry(
    account: StoredTokenAccount,
    entryId: string,
    operationId?: string,
  ): Promise<boolean> {
    if (operationId !== undefined && findReservation(account, operationId)) return true;
    // In this order: an entry leaves the account only after it has come to the ledger.
    return account.carried.some(({ id }) => id === entryId) || this.ledger.has(account._id, entryId);
  }

  /** In turn, because changes at the same moment refuse one another: those of other replicas still may. */
  private change(userId: string, decide: Decide): Promise<StoredTokenAccount> {
    return this.turns.take(userId, () => this.changeNow(userId, decide));
  }

  /** Decides on the newest state and stores that in one update, or decides anew. */
  private async changeNow(userId: string, decide: Decide): Promise<StoredTokenAccount> {
    for (let tries = 1; tries <= maxTries; tries += 1) {
      const account = await this.accounts.open(userId);
      if (account.carried.length >= mostCarried) await this.relay.copy(account);
      const now = this.clock.now();
      const change = await decide(account, now);
      if (!change) return account;
      if (await this.accounts.replace(account, change, now)) {
        this.relay.copySoon(userId);
        return { ...account, ...change.account };
      }
      await wait(Math.random() * Math.min(tries, longestWaitMs));
    }
    throw AppError.unavailable();
  }
}

function grantTo(user: User, account: TokenAccount, now: Date): AccountChange | undefined {
  return grantMonth(account, limitsOf(user).monthlyTokens, now);
}

function requireEntitlement(user: User, now: Date): void {
  const { isAllowed, msg } = decideEntitlement(user, now);
  if (!isAllowed) throw new AppError('limit-reached', msg);
}
