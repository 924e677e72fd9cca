import { setTimeout as wait } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { AppError, assertAllowed, CLOCK, LOGGER, type Clock, type Logger } from '@vault/base';
import { decideEntitlement } from '../domain/entitlement.ts';
import { limitsOf } from '../domain/plan-limits.ts';
import {
  addedEntryId,
  addTokens,
  balanceOf,
  findReservation,
  releaseExpired,
  grantMonth,
  expiryCutoff,
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
import { KeyedMutex } from './keyed-mutex.ts';

/** A try fails when another replica has changed the account. */
const maxTries = 100;
const maxWaitMs = 20;
/** Above this, a change first copies the pending entries, and fails if that fails. */
const maxPendingEntries = 500;

type Decide = (
  account: StoredTokenAccount,
  now: Date,
) => AccountChange | undefined | Promise<AccountChange | undefined>;

/** Grants, reserves, settles and adds tokens. */
@Injectable()
export class TokenService {
  private readonly mutex = new KeyedMutex();

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

  /** Reads the account; the first read of a month adds the monthly grant. */
  accountOf(user: User): Promise<TokenAccount> {
    return this.change(user._id, (account, now) => grantTo(user, account, now));
  }

  /**
   * Adds tokens that do not expire with the month, once for each `id`; a negative amount removes tokens, down to 0.
   */
  add(user: User, tokens: number, id: string): Promise<TokenAccount> {
    return this.change(user._id, async (current, now) => {
      if (await this.hasEntry(current, addedEntryId(id))) return undefined;
      const grant = grantTo(user, current, now) ?? { account: current, entries: [] };
      const change = addTokens(grant.account, tokens, id, now);
      return { ...change, entries: [...grant.entries, ...change.entries] };
    });
  }

  /** Removes the account and ledger of a deleted person. */
  forget(userId: string): Promise<void> {
    return this.mutex.run(userId, async () => {
      await this.accounts.remove(userId);
      await this.relay.waitForCopy(userId);
      await this.ledger.removeAll(userId);
    });
  }

  /**
   * Reserves tokens for an operation. Idempotent for each operation.
   * @returns the balance
   * @throws {AppError} `limit-reached` when too few are left or the membership has ended, `not-found`
   */
  async reserve(userId: string, request: ReservationRequest): Promise<number> {
    const user = await this.users.get(userId);
    const account = await this.change(userId, async (current, now) => {
      if (await this.hasEntry(current, reserveEntryId(request.operationId), request.operationId))
        return undefined;
      assertAllowed(decideEntitlement(user, now));
      if (current.reservations.length >= reservationLimit)
        throw new AppError(
          'limit-reached',
          'Too many texts are being generated for you. Please wait until one is ready.',
        );
      const grant = grantTo(user, current, now) ?? { account: current, entries: [] };
      const change = reserve(grant.account, request, now);
      if (!change) throw new AppError('limit-reached', shortageMsg(grant.account, request.amount, now));
      return { ...change, entries: [...grant.entries, ...change.entries] };
    });
    return balanceOf(account);
  }

  /** Settles a reservation. It is never refused, because it only returns tokens. @returns the balance */
  async settle(userId: string, operationId: string, amount: number): Promise<number> {
    return this.mutex.run(userId, async () => {
      if (!(await this.accounts.find(userId))) return 0;
      return balanceOf(
        await this.changeNow(userId, (current, now) => settle(current, operationId, amount, now)),
      );
    });
  }

  /** Releases reservations that are a day old. @returns how many accounts it handled */
  async releaseExpired(now: Date, limit: number): Promise<number> {
    const found = await this.accounts.findWithReservations(expiryCutoff(now), limit);
    for (const { _id: userId } of found) {
      this.logger.warn({ userId }, 'expired reservations are released');
      await this.change(userId, (account) => releaseExpired(account, now));
    }
    return found.length;
  }

  /** Whether the entry exists. The ledger keeps it also after the settlement. */
  private async hasEntry(
    account: StoredTokenAccount,
    entryId: string,
    operationId?: string,
  ): Promise<boolean> {
    if (operationId !== undefined && findReservation(account, operationId)) return true;
    // In this order: an entry is removed from the account only after it is in the ledger.
    return account.pendingEntries.some(({ id }) => id === entryId) || this.ledger.has(account._id, entryId);
  }

  /** One change at a time in this process; only changes of other replicas can conflict. */
  private change(userId: string, decide: Decide): Promise<StoredTokenAccount> {
    return this.mutex.run(userId, () => this.changeNow(userId, decide));
  }

  /** Decides on the newest state and stores the decision in one update; retries after a conflict. */
  private async changeNow(userId: string, decide: Decide): Promise<StoredTokenAccount> {
    for (let tries = 1; tries <= maxTries; tries += 1) {
      const account = await this.accounts.open(userId);
      if (account.pendingEntries.length >= maxPendingEntries) await this.relay.copy(account);
      const now = this.clock.now();
      const change = await decide(account, now);
      if (!change) return account;
      if (await this.accounts.replace(account, change, now)) {
        this.relay.copySoon(userId);
        return { ...account, ...change.account };
      }
      await wait(Math.random() * Math.min(tries, maxWaitMs));
    }
    throw AppError.unavailable();
  }
}

function grantTo(user: User, account: TokenAccount, now: Date): AccountChange | undefined {
  return grantMonth(account, limitsOf(user).monthlyTokens, now);
}
