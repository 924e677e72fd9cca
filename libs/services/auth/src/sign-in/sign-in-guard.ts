import { Inject, Injectable } from '@nestjs/common';
import { AppError, CLOCK, type Clock } from '@vault/platform';
import { LRUCache } from 'lru-cache';
import { addressBlockOf } from '../domain/address-block.ts';
import { accountLimit, addressLimit, decideTry, waitMsg, withoutTry } from '../domain/try-limit.ts';
import { AccountTriesRepository } from './account-tries.repository.ts';

const maxAddresses = 10_000;
/** A lost race means that another try was taken, so the limit itself ends the loop; the rest is for races with resets. */
const maxRounds = 3 * accountLimit.tries;

/** A try that was taken and waits for its outcome. */
export interface SignInTry {
  readonly email: string;
  readonly address: string;
  readonly at: number;
}

/**
 * Slows guessing down. A try is counted before the password is looked at, so that many at once cannot slip through, and
 * forgiven when it was right. The count per account is stored, because its limit is a promise that must hold across
 * restarts and replicas. The count per address only dampens spraying over many accounts: it stays in this process.
 */
@Injectable()
export class SignInGuard {
  private readonly addresses = new LRUCache<string, readonly number[]>({ max: maxAddresses });

  constructor(
    private readonly accounts: AccountTriesRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws {AppError} `too-many-requests` with how long to wait */
  async take(email: string, clientAddress: string): Promise<SignInTry> {
    const at = this.clock.now().getTime();
    const address = addressBlockOf(clientAddress);
    this.takeOfAddress(address, at);
    await this.takeOfAccount(email, at);
    return { email, address, at };
  }

  /** The password was right: the account starts anew, the address gets this try back. */
  async forgive({ email, address, at }: SignInTry): Promise<void> {
    const tries = this.addresses.get(address);
    if (tries) this.addresses.set(address, withoutTry(tries, at));
    await this.accounts.remove(email);
  }

  private takeOfAddress(address: string, at: number): void {
    if (address === '') return;
    const decision = decideTry(this.addresses.get(address) ?? [], at, addressLimit);
    if (!decision.isAllowed) throw tooMany(decision.waitMs);
    this.addresses.set(address, decision.tries);
  }

  private async takeOfAccount(email: string, at: number): Promise<void> {
    const expiresAt = new Date(at + accountLimit.windowMs);
    for (let round = 0; round < maxRounds; round += 1) {
      const stored = await this.accounts.find(email);
      const decision = decideTry(stored.tries, at, accountLimit);
      if (!decision.isAllowed) throw tooMany(decision.waitMs);
      if (await this.accounts.replace(email, stored, decision.tries, expiresAt)) return;
    }
    throw tooMany(0);
  }
}

function tooMany(waitMs: number): AppError {
  return new AppError('too-many-requests', waitMsg(waitMs));
}
