import { type DocumentOf, documentSchema } from '@vault/store';
import { z } from 'zod';

export const ledgerEntrySchema = documentSchema(
  'ledger_entries',
  {
    /** The owner: a person, or a team. */
    userId: z.string(),
    amount: z.number(),
    purpose: z.string(),
    operationId: z.string().optional(),
    videoId: z.string().optional(),
    spentBy: z.string().optional(),
    at: z.date(),
  },
  { indexes: [[{ userId: 1, at: 1, _id: 1 }], [{ userId: 1, spentBy: 1, at: 1, _id: 1 }]] },
);

/** A stored ledger entry; entries are never changed. `_id` has the ids of the user and the entry: none is entered twice. */
export type StoredLedgerEntry = DocumentOf<typeof ledgerEntrySchema>;
