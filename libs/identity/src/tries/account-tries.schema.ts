import { type DocumentOf, documentSchema } from '@vault/store';
import { z } from 'zod';

export const accountTriesSchema = documentSchema(
  'account_tries',
  {
    /** Epoch milliseconds, oldest first. */
    tries: z.array(z.number()),
    /** New with every change, so that a change based on an older state is refused. */
    version: z.string(),
    /** When the last attempt no longer counts. */
    expiresAt: z.date(),
  },
  { indexes: [[{ expiresAt: 1 }, { expireAfterSeconds: 0 }]] },
);

/**
 * The recent failed sign-ins of one account. `_id` is a hash of the e-mail address, because people also type addresses
 * of others.
 */
export type AccountTries = DocumentOf<typeof accountTriesSchema>;
