import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { LOGGER, type Logger } from '@vault/base';
import { LedgerRepository } from './ledger.repository.ts';
import { TokenAccountRepository } from './token-account.repository.ts';
import type { StoredTokenAccount } from './token-account.schema.ts';

/** Copies pending entries of accounts to the ledger, each once, with retries until that succeeds. */
@Injectable()
export class LedgerRelay implements OnApplicationShutdown {
  private readonly running = new Map<string, Promise<void>>();
  /** Accounts that have changed since the running copy read them. */
  private readonly changed = new Set<string>();

  constructor(
    private readonly accounts: TokenAccountRepository,
    private readonly ledger: LedgerRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.running.values());
  }

  /** Copies in the background: pending entries are stored already. The next change or the sweep retries a failure. */
  copySoon(userId: string): void {
    if (this.running.has(userId)) this.changed.add(userId);
    else this.running.set(userId, this.drain(userId));
  }

  /** Waits for the running copy of this process; other replicas may have their own. */
  async waitForCopy(userId: string): Promise<void> {
    await this.running.get(userId);
  }

  async copy(account: StoredTokenAccount): Promise<void> {
    if (account.pendingEntries.length === 0) return;
    await this.ledger.add(account._id, account.pendingEntries);
    await this.accounts.removePending(account);
  }

  /** Copies entries that were not copied before. @returns how many accounts it handled */
  async sweep(now: Date, limit: number): Promise<number> {
    const left = await this.accounts.findWithPending(now, limit);
    for (const account of left) await this.copy(account);
    return left.length;
  }

  private async drain(userId: string): Promise<void> {
    try {
      do {
        this.changed.delete(userId);
        const account = await this.accounts.find(userId);
        if (account) await this.copy(account);
      } while (this.changed.has(userId));
    } catch (error) {
      this.logger.warn({ err: error, userId }, 'pending entries could not be copied to the ledger');
    } finally {
      this.running.delete(userId);
    }
  }
}
