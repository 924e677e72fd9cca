import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@vault/base';
import { nameOfDay, startOfDay, sumsOfDay } from '../domain/token-day.ts';
import type { StoredLedgerEntry } from './ledger-entry.schema.ts';
import { LedgerRepository } from './ledger.repository.ts';
import { TokenAccountRepository } from './token-account.repository.ts';
import { TokenDayRepository } from './token-day.repository.ts';
import type { TokenDay } from './token-day.schema.ts';

/** Entries reach the ledger with a delay, so the sums of this many days, today included, are not stored. */
const openDays = 2;

/** Reads the ledger for people and staff. */
@Injectable()
export class TokenReportService {
  constructor(
    private readonly ledger: LedgerRepository,
    private readonly accounts: TokenAccountRepository,
    private readonly days: TokenDayRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** One page, newest first, including the entries of the last change. */
  async page(
    userId: string,
    page: number,
    limit: number,
  ): Promise<{ entries: StoredLedgerEntry[]; total: number }> {
    await this.ledger.add(userId, await this.accounts.pendingEntries(userId));
    const [entries, total] = await Promise.all([
      this.ledger.page(userId, (page - 1) * limit, limit),
      this.ledger.count(userId),
    ]);
    return { entries, total };
  }

  /** The last days, today included, oldest first. */
  async perDay(count: number): Promise<TokenDay[]> {
    const now = this.clock.now();
    const starts = Array.from({ length: count }, (_, index) => startOfDay(now, count - 1 - index));
    const stored = new Map((await this.days.find(starts.map(nameOfDay))).map((day) => [day._id, day]));
    const days: TokenDay[] = [];
    for (const start of starts) days.push(stored.get(nameOfDay(start)) ?? (await this.addUp(start, now)));
    return days;
  }

  private async addUp(start: Date, now: Date): Promise<TokenDay> {
    const sums = await this.ledger.sums(start, startOfDay(start, -1));
    const day = { _id: nameOfDay(start), ...sumsOfDay(sums) };
    if (start < startOfDay(now, openDays - 1)) await this.days.store(day);
    return day;
  }
}
