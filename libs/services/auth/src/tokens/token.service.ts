import { Inject, Injectable } from '@nestjs/common';
import { AppError, assertAllowed, CLOCK, LOGGER, type Clock, type Logger } from '@vault/base';
import { decideEntitlement } from '../domain/entitlement.ts';
import { limitsOf } from '../domain/plan-limits.ts';
import {
  addedEntryId,
  addTokens,
  balanceOf,
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
import { HolderRepository, type Holder } from '../holders/holder.repository.ts';
import { LedgerRepository } from './ledger.repository.ts';
import { TokenAccountRepository } from './token-account.repository.ts';
import type { StoredTokenAccount } from './token-account.schema.ts';

/** Grants, reserves, settles and adds tokens. */
@Injectable()
export class TokenService {
  constructor(
    private readonly holders: HolderRepository,
    private readonly accounts: TokenAccountRepository,
    private readonly ledger: LedgerRepository,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @throws {AppError} not-found */
  async balanceOf(ownerId: string): Promise<number> {
    return balanceOf(await this.accountOf(await this.holders.get(ownerId)));
  }

  /** Reads the account; the first read of a month adds the monthly grant. */
  accountOf(holder: Holder): Promise<TokenAccount> {
    return this.change(holder._id, (account) => grantTo(holder, account, this.clock.now()));
  }

  /**
   * Adds tokens that do not expire with the month, once for each `id`; a negative amount removes tokens, down to 0.
   */
  add(holder: Holder, tokens: number, id: string): Promise<TokenAccount> {
    return this.changeOnce(holder, addedEntryId(id), (account, now) => addTokens(account, tokens, id, now));
  }

  /** Removes the account and ledger of a deleted owner. */
  async forget(ownerId: string): Promise<void> {
    await this.accounts.remove(ownerId);
    await this.ledger.removeAll(ownerId);
  }

  /**
   * Reserves tokens for an operation. Idempotent for each operation.
   * @returns the balance
   * @throws {AppError} `limit-reached` when too few are left or the membership has ended, `not-found`
   */
  async reserve(ownerId: string, request: ReservationRequest): Promise<number> {
    const holder = await this.holders.get(ownerId);
    const entryId = reserveEntryId(request.operationId);
    const reserved = await this.changeOnce(holder, entryId, (account, now) => {
      assertAllowed(decideEntitlement(holder, now));
      if (account.reservations.length >= reservationLimit)
        throw new AppError(
          'limit-reached',
          'Too many texts are being generated for you. Please wait until one is ready.',
        );
      const change = reserve(account, request, now);
      if (!change) throw new AppError('limit-reached', shortageMsg(account, request.amount, now));
      return change;
    });
    return balanceOf(reserved);
  }

  /** Settles a reservation. It is never refused, because it only returns tokens. @returns the balance */
  async settle(ownerId: string, operationId: string, amount: number): Promise<number> {
    const decide = (account: TokenAccount) => settle(account, operationId, amount, this.clock.now());
    const account = await this.accounts.change(ownerId, decide);
    return account ? balanceOf(account) : 0;
  }

  /** Releases reservations that are a day old. @returns how many accounts it handled */
  async releaseExpired(now: Date, limit: number): Promise<number> {
    const found = await this.accounts.findReserved(expiryCutoff(now), limit);
    for (const ownerId of found) {
      this.logger.warn({ ownerId }, 'expired reservations are released');
      await this.accounts.change(ownerId, (account) => releaseExpired(account, now));
    }
    return found.length;
  }

  /** Changes the account, with the grant of the month, unless it has the entry of the change. */
  private async changeOnce(
    holder: Holder,
    entryId: string,
    decide: (account: TokenAccount, now: Date) => AccountChange,
  ): Promise<TokenAccount> {
    // In this order: an entry leaves the outbox of the account only after it is in the ledger, which keeps it.
    const isInLedger = await this.ledger.has(holder._id, entryId);
    const decideWithGrant = (current: StoredTokenAccount) => {
      if (isInLedger || current.outbox.some(({ id }) => id === entryId)) return undefined;
      const now = this.clock.now();
      const grant = grantTo(holder, current, now) ?? { account: current, entries: [] };
      const change = decide(grant.account, now);
      return { ...change, entries: [...grant.entries, ...change.entries] };
    };
    return this.change(holder._id, decideWithGrant, entryId);
  }

  private async change(
    ownerId: string,
    decide: (account: StoredTokenAccount) => AccountChange | undefined,
    entryId?: string,
  ): Promise<TokenAccount> {
    const changed = await this.accounts.change(ownerId, decide, entryId);
    if (changed) return changed;
    await this.accounts.open(ownerId);
    return this.change(ownerId, decide, entryId);
  }
}

function grantTo(holder: Holder, account: TokenAccount, now: Date): AccountChange | undefined {
  return grantMonth(account, limitsOf(holder).monthlyTokens, now);
}
