import { documentSchema } from '@vault/store';
import { mailEnds, mailKinds, type MailEnd, type MailKind } from '../domain/mail-kinds.ts';

/**
 * A mail before or after it was sent. Its content is composed when it is sent: the record contains neither text nor
 * links, and the address is read by the person's id.
 */
export interface MailRecord {
  /** The key: the kind and the id of the subject. It prevents a second record of the same mail. */
  _id: string;
  kind: MailKind;
  ownerId: string;
  /** The video of a `webinar-ready` mail. */
  videoId?: string;
  /** The change of the address that the mail is about. */
  changeId?: string;
  createdAt: Date;
  correlationId: string;
  traceparent?: string;
  /** Tries that were started. */
  attempts: number;
  /** The next try, or the end of the lease of the current one; absent after the last try. */
  nextCheckAt?: Date;
  end?: MailEnd;
  endedAt?: Date;
  /** When the record is removed; absent while it must prevent a second mail. */
  forgetAt?: Date;
}

export const mailRecordSchema = documentSchema<MailRecord>('mails', {
  kind: { type: String, enum: mailKinds, required: true },
  ownerId: { type: String, required: true, index: true },
  videoId: String,
  changeId: String,
  createdAt: { type: Date, required: true },
  correlationId: { type: String, default: '' },
  traceparent: String,
  attempts: { type: Number, default: 0 },
  nextCheckAt: Date,
  end: { type: String, enum: mailEnds },
  endedAt: Date,
  forgetAt: Date,
});
mailRecordSchema.index({ nextCheckAt: 1 }, { sparse: true });
mailRecordSchema.index({ forgetAt: 1 }, { expireAfterSeconds: 0 });
mailRecordSchema.index({ end: 1 }, { sparse: true });
