import { documentSchema } from '@vault/store';
import type { LedgerEntry } from '../domain/token-account.ts';

/** A stored ledger entry; entries are never changed. */
export interface StoredLedgerEntry extends Omit<LedgerEntry, 'id'> {
  /** The ids of the user and of the entry, so that nothing is entered twice. */
  readonly _id: string;
  readonly userId: string;
}

export const ledgerEntrySchema = documentSchema<StoredLedgerEntry>('ledger_entries', {
  userId: { type: String, required: true },
  amount: { type: Number, required: true },
  purpose: { type: String, required: true },
  operationId: String,
  videoId: String,
  at: { type: Date, required: true },
});
ledgerEntrySchema.index({ userId: 1, at: 1, _id: 1 });
// For the sums of a day over all users.
ledgerEntrySchema.index({ at: 1 });
