import { type DocumentOf, documentSchema } from '@vault/store';
import { z } from 'zod';

export const passwordResetSchema = documentSchema(
  'password_resets',
  { userId: z.string(), expiresAt: z.date() },
  { indexes: [[{ userId: 1 }], [{ expiresAt: 1 }, { expireAfterSeconds: 0 }]] },
);

/** A link that sets a new password. `_id` is SHA-256 of its token, so that a reader of the store cannot use it. */
export type PasswordReset = DocumentOf<typeof passwordResetSchema>;
