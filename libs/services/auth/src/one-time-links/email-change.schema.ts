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
    /** SHA-256 of the tokens of links, so that a reader of the store cannot use them. */
    confirmLinks: z.array(z.string()).default([]),
    undoLinks: z.array(z.string()).default([]),
    /** The end of the links that are valid now. */
    expiresAt: z.date(),
  },
  {
    indexes: [
      [{ userId: 1 }],
      [{ confirmLinks: 1 }],
      [{ undoLinks: 1 }],
      [{ expiresAt: 1 }, { expireAfterSeconds: 0 }],
      // Finds addresses that are reserved for the person who had them.
      [{ from: 1 }],
    ],
  },
);

/** A change of a person's e-mail address: requested, then confirmed with a link, and then it can be undone for days. */
export type EmailChange = DocumentOf<typeof emailChangeSchema>;
