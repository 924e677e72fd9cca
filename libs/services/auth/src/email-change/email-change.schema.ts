import { type DocumentOf, documentSchema } from '@vault/store';
import { z } from 'zod';

export const emailChangeSchema = documentSchema(
  'email_changes',
  {
    userId: z.string(),
    /** The address at the time of the request. */
    from: z.string(),
    to: z.string(),
    requestedAt: z.date(),
    /** When the address was changed. */
    confirmedAt: z.date().optional(),
    /** The end of the links to it that are sent now. */
    expiresAt: z.date(),
  },
  {
    indexes: [
      [{ userId: 1 }],
      [{ expiresAt: 1 }, { expireAfterSeconds: 0 }],
      // Finds addresses that are reserved for the person who had them.
      [{ from: 1 }],
    ],
  },
);

/** A change of a person's e-mail address: requested, then confirmed with a link, and then it can be undone for days. */
export type EmailChange = DocumentOf<typeof emailChangeSchema>;
