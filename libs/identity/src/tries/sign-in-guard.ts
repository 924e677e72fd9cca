import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { addressBlockOf, CLOCK, type Clock } from '@vault/base';
import { AccountTriesRepository } from './account-tries.repository.ts';
import { KnownAddressRepository } from './known-address.repository.ts';
import { countAttempt } from './count-attempt.ts';
import { accountLimit, addressLimit, decideTry, tooMany, withoutTry } from './try-limit.ts';

const maxAddresses = 10_000;
/** An address is forgotten after this long without a sign-in. */
const knownForMs = 90 * 24 * 60 * 60 * 1000;

/** An attempt that was counted and whose result is not known yet. */
export interface SignInTry {
  readonly email: string;
  readonly address: string;
  /** The key under which it is counted: the account, or the account and this known address. */
  readonly account: string;
  readonly at: number;
}

/**
 * Limits password guessing. An attempt is counted before the password is checked, so that concurrent attempts cannot
 * exceed the limit, and the count is reset when the password was right. The count per account is stored, because its
 * limit must hold across restarts and replicas. The count per address only limits guessing over many accounts: it
 * stays in the memory of this process.
 *
 * An address with an earlier successful sign-in has its own count, so that guesses from elsewhere cannot lock out the
 * owner.
 */
@Injectable()
export class SignInGuard {
  private readonly addresses = new LRUCache<string, readonly number[]>({ max: maxAddresses });

  constructor(
    private readonly accounts: AccountTriesRepository,
    private readonly knownAddresses: KnownAddressRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Counts an attempt. @throws {AppError} `too-many-requests` with the time to wait */
  async take(email: string, clientAddress: string): Promise<SignInTry> {
    const at = this.clock.now().getTime();
    const address = addressBlockOf(clientAddress);
    this.takeOfAddress(address, at);
    const isKnown = await this.knownAddresses.has(email, address, new Date(at));
    const account = isKnown ? JSON.stringify([email, address]) : email;
    await countAttempt(this.accounts, { key: account, at, limit: accountLimit });
    return { email, address, account, at };
  }

  /** Call it when the password was right: resets the account's count and stores the address as known. */
  async forgive({ email, address, account, at }: SignInTry): Promise<void> {
    const tries = this.addresses.get(address);
    if (tries) this.addresses.set(address, withoutTry(tries, at));
    await this.accounts.remove(account);
    await this.remember(email, address);
  }

  /** Stores that the owner of the account uses this address. */
  async welcome(email: string, clientAddress: string): Promise<void> {
    await this.remember(email, addressBlockOf(clientAddress));
  }

  private async remember(email: string, address: string): Promise<void> {
    if (address === '') return;
    await this.knownAddresses.remember(email, address, new Date(this.clock.now().getTime() + knownForMs));
  }

  private takeOfAddress(address: string, at: number): void {
    if (address === '') return;
    const decision = decideTry(this.addresses.get(address) ?? [], at, addressLimit);
    if (!decision.isAllowed) throw tooMany(decision.waitMs);
    this.addresses.set(address, decision.tries);
  }
}
