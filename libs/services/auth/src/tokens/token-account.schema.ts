import { type Aggregate, aggregateSchema, type DocumentOf } from '@vault/store';
import { z } from 'zod';
import type { LedgerEntry, TokenAccount } from '../domain/token-account.ts';

export const tokenAccountSchema = aggregateSchema(
  'token_accounts',
  {
    granted: z.number(),
    added: z.number(),
    grantedMonth: z.string().default(''),
    monthlyGrant: z.number().optional(),
    reservations: z.custom<TokenAccount['reservations']>().default([]),
    /** When the oldest reservation was made; absent when there is none. */
    reservedSince: z.date().optional(),
  },
  { isHidden: true, indexes: [[{ reservedSince: 1 }, { sparse: true }]] },
);

/** The account of a person, whose id it has. Its outbox has the entries that are not in the ledger yet. */
export type StoredTokenAccount = Omit<DocumentOf<typeof tokenAccountSchema>, 'outbox'> &
  Aggregate<LedgerEntry>;
