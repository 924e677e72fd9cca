import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { CLOCK, type Clock } from '../host/tokens.ts';
import { AccountTriesRepository } from './account-tries.repository.ts';
import { addressBlockOf } from './address-block.ts';
import { KnownAddressRepository } from './known-address.repository.ts';
import { takeTry } from './take-try.ts';
import { accountLimit, addressLimit, decideTry, tooMany, withoutTry } from './try-limit.ts';

const maxAddresses = 10_000;
/** An address from which nobody has signed in for so long is a stranger's again. */
const knownForMs = 90 * 24 * 60 * 60 * 1000;

/** A try that was taken and waits for its outcome. */
export interface SignInTry {
  readonly email: string;
  readonly address: string;
  /** Whose tries it counts among: the account's, or those of this address alone. */
  readonly account: string;
  readonly at: number;
}

/**
 * Slows guessing down. A try is counted before the password is looked at, so that many at once cannot slip through, and
 * forgiven when it was right. The count per account is stored, because its limit is a promise that must hold across
 * restarts and replicas. The count per address only dampens spraying over many accounts: it stays in this process.
 *
 * An address that has known the password before has tries of its own: whoever guesses from elsewhere cannot lock the
 * owner out.
 */
@Injectable()
export class SignInGuard {
  private readonly addresses = new LRUCache<string, readonly number[]>({ max: maxAddresses });

  constructor(
    private readonly accounts: AccountTriesRepository,
    private readonly knownAddresses: KnownAddressRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws {AppError} `too-many-requests` with how long to wait */
  async take(email: string, clientAddress: string): Promise<SignInTry> {
    const at = this.clock.now().getTime();
    const address = addressBlockOf(clientAddress);
    this.takeOfAddress(address, at);
    const isKnown = await this.knownAddresses.has(email, address, new Date(at));
    const account = isKnown ? JSON.stringify([email, address]) : email;
    await takeTry(this.accounts, { key: account, at, limit: accountLimit });
    return { email, address, account, at };
  }

  /** The password was right: the account starts anew, the address gets this try back and is known from now on. */
  async forgive({ email, address, account, at }: SignInTry): Promise<void> {
    const tries = this.addresses.get(address);
    if (tries) this.addresses.set(address, withoutTry(tries, at));
    await this.accounts.remove(account);
    await this.remember(email, address);
  }

  /** The owner of the account is at this address. */
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
