import { type DocumentOf, documentSchema } from '@vault/store';
import { z } from 'zod';
import type { LedgerEntry, TokenAccount } from '../domain/token-account.ts';

export const tokenAccountSchema = documentSchema(
  'token_accounts',
  {
    granted: z.number(),
    added: z.number(),
    grantedMonth: z.string().default(''),
    monthlyGrant: z.number().optional(),
    reservations: z.custom<TokenAccount['reservations']>().default([]),
    /** An outbox of entries: stored in the same update as their change, and copied to the ledger after that. */
    pendingEntries: z.custom<readonly LedgerEntry[]>().default([]),
    /** When the last pending entry was added; absent when there is none. */
    pendingSince: z.date().optional(),
    /** When the oldest reservation was made; absent when there is none. */
    reservedSince: z.date().optional(),
    /** Incremented with every change; a change of an older version is refused. */
    version: z.number(),
  },
  {
    indexes: [
      [{ pendingSince: 1 }, { sparse: true }],
      [{ reservedSince: 1 }, { sparse: true }],
    ],
  },
);

/** The account of a person. `_id` is the user's id. */
export type StoredTokenAccount = DocumentOf<typeof tokenAccountSchema>;
