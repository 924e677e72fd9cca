import { Inject, Injectable } from '@nestjs/common';
import { isDuplicateKey, STORE } from '@vault/platform';
import type { Connection, Model } from 'mongoose';
import type { LedgerEntry } from '../domain/token-account.ts';
import type { StoredLedgerEntry } from './ledger-entry.schema.ts';

/** Keeps the ledger: lines are only ever added. */
@Injectable()
export class LedgerRepository {
  private readonly model: Model<StoredLedgerEntry>;

  constructor(@Inject(STORE) store: Connection) {
    this.model = store.model<StoredLedgerEntry>('LedgerEntry');
  }

  async has(userId: string, entryId: string): Promise<boolean> {
    return (await this.model.exists({ _id: keyOf(userId, entryId), userId })) !== null;
  }

  /** Adds those that are not there yet. */
  async add(userId: string, entries: readonly LedgerEntry[]): Promise<void> {
    for (const { id, ...entry } of entries) {
      try {
        await this.model.create({ ...entry, _id: keyOf(userId, id), userId });
      } catch (error) {
        // Copied before, by somebody who was stopped before it could say so.
        if (!isDuplicateKey(error)) throw error;
      }
    }
  }
}

function keyOf(userId: string, entryId: string): string {
  return `${userId}/${entryId}`;
}
