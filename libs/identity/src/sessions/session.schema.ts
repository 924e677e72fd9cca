import { type DocumentOf, documentSchema } from '@vault/store';
import { z } from 'zod';

/** The schema of sessions, which two services have in collections of different names. */
export const sessionSchema = (collection: string) =>
  documentSchema(
    collection,
    {
      userId: z.string(),
      createdAt: z.date(),
      /** When it ends by age. */
      expiresAt: z.date(),
      /** Exact to a minute. */
      lastSeenAt: z.date(),
      /** The address of the sign-in; empty when unknown. */
      clientAddress: z.string().default(''),
      /** The user agent header, truncated. */
      userAgent: z.string().default(''),
    },
    { indexes: [[{ userId: 1, createdAt: 1 }], [{ expiresAt: 1 }, { expireAfterSeconds: 0 }]] },
  );

/** A signed-in browser. Its token is valid while the row exists. `_id` is the token's `jti`. */
export type Session = DocumentOf<ReturnType<typeof sessionSchema>>;
