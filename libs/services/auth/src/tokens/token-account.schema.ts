import { Schema } from 'mongoose';
import type { LedgerEntry, TokenAccount } from '../domain/token-account.ts';

/** The account of a person. `_id` is the user's id. */
export interface StoredTokenAccount extends TokenAccount {
  readonly _id: string;
  /** Entries that the ledger may not hold yet: they are stored together with what they are about, and copied after that. */
  readonly carried: readonly LedgerEntry[];
  /** Since when something is carried; absent when nothing is. */
  readonly carriedSince?: Date;
  /** When the oldest reservation was made; absent when there is none. */
  readonly reservedSince?: Date;
  /** Rises with every change of the account: a change made from an older state is refused. */
  readonly version: number;
}

const parts = { type: [Object], default: [] } as never;

export const tokenAccountSchema = new Schema<StoredTokenAccount>(
  {
    _id: { type: String, required: true },
    granted: { type: Number, required: true },
    added: { type: Number, required: true },
    grantedMonth: { type: String, default: '' },
    monthlyGrant: Number,
    reservations: parts,
    carried: parts,
    carriedSince: Date,
    reservedSince: Date,
    version: { type: Number, required: true },
  },
  { versionKey: false, collection: 'token_accounts' },
);
tokenAccountSchema.index({ carriedSince: 1 }, { sparse: true });
tokenAccountSchema.index({ reservedSince: 1 }, { sparse: true });
