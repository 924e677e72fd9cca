import { type DocumentOf, documentSchema } from '@vault/store';
import { z } from 'zod';

export const ssoAttemptSchema = documentSchema(
  'sso_attempts',
  {
    /** Which provider was asked, in the words of the service. */
    provider: z.string(),
    /** The hash of what only the browser knows in which it began. */
    browser: z.string(),
    /** The redirect address, the nonce and the verifier, as JSON, sealed. */
    sealed: z.string(),
    expiresAt: z.date(),
  },
  { indexes: [[{ expiresAt: 1 }, { expireAfterSeconds: 0 }]] },
);

/** A sign-in that a person began at a provider. `_id` is the hash of its state. */
export type SsoAttempt = DocumentOf<typeof ssoAttemptSchema>;
