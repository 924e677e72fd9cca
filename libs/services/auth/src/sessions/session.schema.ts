import { type DocumentOf, documentSchema } from '@vault/store';
import { z } from 'zod';

export const sessionSchema = documentSchema(
  'sessions',
  {
    userId: z.string(),
    createdAt: z.date(),
    expiresAt: z.date(),
    /** Exact to a minute. */
    lastSeenAt: z.date(),
    /** The address of the sign-in; empty when unknown. */
    clientAddress: z.string().default(''),
    /** The user agent header, truncated. */
    userAgent: z.string().default(''),
    /** SHA-256 of the open download ticket, so that a reader of the store cannot use it. */
    ticketHash: z.string().optional(),
    ticketExpiresAt: z.date().optional(),
  },
  {
    indexes: [
      [{ expiresAt: 1 }, { expireAfterSeconds: 0 }],
      [{ ticketHash: 1 }, { sparse: true }],
      [{ userId: 1, createdAt: 1 }],
    ],
  },
);

/** A signed-in browser. Its token is valid while the row exists. `_id` is the token's `jti`. */
export type Session = DocumentOf<typeof sessionSchema>;
