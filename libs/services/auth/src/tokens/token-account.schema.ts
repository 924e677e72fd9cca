import { documentSchema } from '@vault/store';
import type { LedgerEntry, TokenAccount } from '../domain/token-account.ts';

/** The account of a person. `_id` is the user's id. */
export interface StoredTokenAccount extends TokenAccount {
  readonly _id: string;
  /** An outbox of entries: stored in the same update as their change, and copied to the ledger after that. */
  readonly pendingEntries: readonly LedgerEntry[];
  /** When the last pending entry was added; absent when there is none. */
  readonly pendingSince?: Date;
  /** When the oldest reservation was made; absent when there is none. */
  readonly reservedSince?: Date;
  /** Incremented with every change; a change of an older version is refused. */
  readonly version: number;
}

const parts = { type: [Object], default: [] } as never;

export const tokenAccountSchema = documentSchema<StoredTokenAccount>('token_accounts', {
  granted: { type: Number, required: true },
  added: { type: Number, required: true },
  grantedMonth: { type: String, default: '' },
  monthlyGrant: Number,
  reservations: parts,
  pendingEntries: parts,
  pendingSince: Date,
  reservedSince: Date,
  version: { type: Number, required: true },
});
tokenAccountSchema.index({ pendingSince: 1 }, { sparse: true });
tokenAccountSchema.index({ reservedSince: 1 }, { sparse: true });
