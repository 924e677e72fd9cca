import { Injectable } from '@nestjs/common';
import type { StoredLedgerEntry } from './ledger-entry.schema.ts';
import { LedgerRepository, type LedgerLines } from './ledger.repository.ts';
import { TokenAccountRepository } from './token-account.repository.ts';

/** Reads the ledger of an owner. */
@Injectable()
export class TokenReportService {
  constructor(
    private readonly ledger: LedgerRepository,
    private readonly accounts: TokenAccountRepository,
  ) {}

  /** One page, newest first, including the entries of the last change. */
  async page(
    lines: LedgerLines,
    page: number,
    limit: number,
  ): Promise<{ entries: StoredLedgerEntry[]; total: number }> {
    const { userId } = lines;
    await this.ledger.add(userId, await this.accounts.pendingEntries(userId));
    const [entries, total] = await Promise.all([
      this.ledger.page(lines, (page - 1) * limit, limit),
      this.ledger.count(lines),
    ]);
    return { entries, total };
  }
}
