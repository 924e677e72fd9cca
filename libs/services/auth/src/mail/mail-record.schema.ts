import { type DocumentOf, documentSchema } from '@vault/store';
import { z } from 'zod';
import { mailEnds, mailKinds } from '../domain/mail-kinds.ts';

export const mailRecordSchema = documentSchema(
  'mails',
  {
    kind: z.enum(mailKinds),
    ownerId: z.string(),
    /** The video of a `webinar-ready` mail. */
    videoId: z.string().optional(),
    /** The change of the address that the mail is about. */
    changeId: z.string().optional(),
    /** The team that the mail is about, and of an invitation which one. */
    teamId: z.string().optional(),
    invitationId: z.string().optional(),
    /** Who has become an owner of the team. */
    memberId: z.string().optional(),
    createdAt: z.date(),
    correlationId: z.string().default(''),
    traceparent: z.string().optional(),
    /** Tries that were started. */
    attempts: z.number().default(0),
    /** The next try, or the end of the lease of the current one; absent after the last try. */
    nextCheckAt: z.date().optional(),
    end: z.enum(mailEnds).optional(),
    endedAt: z.date().optional(),
    /** When the record is removed; absent while it must prevent a second mail. */
    forgetAt: z.date().optional(),
  },
  {
    indexes: [
      [{ ownerId: 1 }],
      [{ nextCheckAt: 1 }, { sparse: true }],
      [{ forgetAt: 1 }, { expireAfterSeconds: 0 }],
      [{ end: 1 }, { sparse: true }],
    ],
  },
);

/**
 * A mail before or after it was sent. Its content is composed when it is sent: the record contains neither text nor
 * links, and the address is read by the person's id. `_id` is the kind and the id of the subject, which prevents a second
 * record of the same mail.
 */
export type MailRecord = DocumentOf<typeof mailRecordSchema>;
