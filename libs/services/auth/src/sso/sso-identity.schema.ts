import { aggregateSchema, type DocumentOf } from '@vault/store';
import { z } from 'zod';

export const ssoIdentitySchema = aggregateSchema(
  'sso_identities',
  {
    userId: z.string(),
    linkedAt: z.date(),
    lastAt: z.date(),
  },
  // A person has one identity in each team: another subject with their address is somebody else.
  { isHidden: true, indexes: [[{ ownerId: 1, userId: 1 }, { unique: true }], [{ userId: 1 }]] },
);

/** A person of a team's provider and their account. `_id` is the hash of the team, the issuer and the subject. */
export type SsoIdentityDocument = DocumentOf<typeof ssoIdentitySchema>;
