import { type DocumentOf, documentSchema } from '@vault/store';
import { z } from 'zod';

export const staffCredentialsSchema = documentSchema(
  'staff_credentials',
  {
    /** argon2id in PHC form. */
    passwordHash: z.string(),
    lastSeenAt: z.date().optional(),
    /** Who they are at the provider of single sign-on: the issuer and the subject, of their first sign-in there. */
    ssoSubject: z.string().optional(),
    /** Ids of the actions that set a password, newest last: a repeat of one must not undo a later one. */
    handled: z.array(z.string()).default([]),
  },
  { hidden: ['passwordHash', 'handled'] },
);

/** The credentials of a member of staff, and when they last used a session. `_id` is the id of the member. */
export type StaffCredentials = DocumentOf<typeof staffCredentialsSchema>;
