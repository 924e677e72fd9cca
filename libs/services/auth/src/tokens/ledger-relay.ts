import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { LOGGER, type Logger } from '@vault/platform';
import { LedgerRepository } from './ledger.repository.ts';
import { TokenAccountRepository } from './token-account.repository.ts';
import type { StoredTokenAccount } from './token-account.schema.ts';

/** Copies entries from where they were stored with their account to the ledger: as often as it takes, each once. */
@Injectable()
export class LedgerRelay implements OnApplicationShutdown {
  private readonly running = new Map<string, Promise<void>>();
  /** Accounts that have changed since they were read to be copied. */
  private readonly again = new Set<string>();

  constructor(
    private readonly accounts: TokenAccountRepository,
    private readonly ledger: LedgerRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.running.values());
  }

  /** Not waited for: what is carried is stored already. What fails is left for the next change, or for the sweep. */
  copySoon(userId: string): void {
    if (this.running.has(userId)) this.again.add(userId);
    else this.running.set(userId, this.drain(userId));
  }

  /** Waits for the copying that is under way; there may be more of it in other replicas. */
  async settled(userId: string): Promise<void> {
    await this.running.get(userId);
  }

  async copy(account: StoredTokenAccount): Promise<void> {
    if (account.carried.length === 0) return;
    await this.ledger.add(account._id, account.carried);
    await this.accounts.dropCarried(account);
  }

  /** Copies what was left behind. @returns how many accounts it looked at */
  async sweep(now: Date, limit: number): Promise<number> {
    const left = await this.accounts.findCarrying(now, limit);
    for (const account of left) await this.copy(account);
    return left.length;
  }

  private async drain(userId: string): Promise<void> {
    try {
      do {
        this.again.delete(userId);
        const account = await this.accounts.find(userId);
        if (account) await this.copy(account);
      } while (this.again.has(userId));
    } catch (error) {
      this.logger.warn({ err: error, userId }, 'entries wait to be copied to the ledger');
    } finally {
      this.running.delete(userId);
    }
  }
}
