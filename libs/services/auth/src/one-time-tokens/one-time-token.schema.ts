import { type DocumentOf, documentSchema } from '@vault/store';
import { z } from 'zod';

/** What a token allows, once: four are in links of mails, one in the address of a download. */
const purposes = ['reset-password', 'confirm-email', 'undo-email', 'invitation', 'download'] as const;
export type TokenPurpose = (typeof purposes)[number];

export const oneTimeTokenSchema = documentSchema(
  'one_time_tokens',
  {
    purpose: z.enum(purposes),
    userId: z.string(),
    /** The change of the address, the invitation, or the session of the download. */
    subjectId: z.string().optional(),
    /** The team of the invitation. */
    teamId: z.string().optional(),
    expiresAt: z.date(),
  },
  { indexes: [[{ userId: 1 }], [{ expiresAt: 1 }, { expireAfterSeconds: 0 }]] },
);

/** `_id` is SHA-256 of the token, so that a reader of the store cannot use it. */
export type OneTimeToken = DocumentOf<typeof oneTimeTokenSchema>;
