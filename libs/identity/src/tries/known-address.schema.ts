import { type DocumentOf, documentSchema } from '@vault/store';
import { z } from 'zod';

export const knownAddressSchema = documentSchema(
  'known_addresses',
  { expiresAt: z.date() },
  { indexes: [[{ expiresAt: 1 }, { expireAfterSeconds: 0 }]] },
);

/**
 * An address from which someone signed in to an account with the right password. `_id` is the key of the account and a
 * hash of e-mail and address, which do not reveal either.
 */
export type KnownAddress = DocumentOf<typeof knownAddressSchema>;
