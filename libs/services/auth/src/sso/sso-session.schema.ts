import { type DocumentOf, documentSchema } from '@vault/store';
import { z } from 'zod';

export const ssoSessionSchema = documentSchema(
  'sso_sessions',
  {
    /** The team whose provider it came through. */
    ownerId: z.string(),
    userId: z.string(),
    identityId: z.string(),
    /** The provider that the team had then; absent in rows that are older than this field. */
    issuer: z.string().optional(),
    clientId: z.string().optional(),
    /** What the provider calls its own session. */
    providerSession: z.string().optional(),
    /** The refresh token, sealed; absent when the provider gives none. */
    sealedToken: z.string().optional(),
    /** When the provider is asked next whether the person may still sign in. */
    nextCheckAt: z.date().optional(),
    /** Since when the provider cannot be reached. */
    awaySince: z.date().optional(),
    /** When the row is removed: the session has ended by age. */
    expiresAt: z.date(),
  },
  {
    indexes: [
      [{ nextCheckAt: 1 }, { sparse: true }],
      [{ ownerId: 1, identityId: 1 }],
      [{ userId: 1 }],
      [{ expiresAt: 1 }, { expireAfterSeconds: 0 }],
    ],
  },
);

/** A session that came through the provider of a team. `_id` is the id of the session. */
export type SsoSession = DocumentOf<typeof ssoSessionSchema>;
