import { type DocumentOf, documentSchema } from '@vault/store';
import { z } from 'zod';

export const staffSessionSchema = documentSchema(
  'staff_sessions',
  {
    staffId: z.string(),
    createdAt: z.date(),
    /** Exact to a minute. */
    lastSeenAt: z.date(),
    /** When it ends by age. */
    expiresAt: z.date(),
  },
  { indexes: [[{ staffId: 1, createdAt: 1 }], [{ expiresAt: 1 }, { expireAfterSeconds: 0 }]] },
);

/**
 * A browser in which a member of staff is signed in. Its token is valid while the row exists and has not expired. `_id` is
 * the token's `jti`.
 */
export type StaffSession = DocumentOf<typeof staffSessionSchema>;
