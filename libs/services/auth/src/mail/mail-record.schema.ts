import { Schema } from 'mongoose';

/** What mail is about. */
export const mailKinds = ['welcome', 'password-reset', 'trial-ends', 'webinar-ready'] as const;

export type MailKind = (typeof mailKinds)[number];

/** How it ended: taken over by a server, not needed any more, or given up. */
export const mailEnds = ['sent', 'dropped', 'failed'] as const;

export type MailEnd = (typeof mailEnds)[number];

/**
 * A mail that is to be sent, or was. What it says is written when it is sent: the record holds neither words nor links,
 * and the address is looked up by the person's id.
 */
export interface MailRecord {
  /** Its key: kind and what it is about. Whoever wants the same mail again finds that it is there already. */
  _id: string;
  kind: MailKind;
  ownerId: string;
  /** What is ready. */
  videoId?: string;
  createdAt: Date;
  correlationId: string;
  /** Tries that have begun. */
  attempts: number;
  /** When to try, or until when somebody is trying; absent when it has ended. */
  nextCheckAt?: Date;
  end?: MailEnd;
  endedAt?: Date;
  /** When the record goes; absent while it shall keep the same mail from being sent again. */
  forgetAt?: Date;
}

export const mailRecordSchema = new Schema<MailRecord>(
  {
    _id: { type: String, required: true },
    kind: { type: String, enum: mailKinds, required: true },
    ownerId: { type: String, required: true, index: true },
    videoId: String,
    createdAt: { type: Date, required: true },
    correlationId: { type: String, default: '' },
    attempts: { type: Number, default: 0 },
    nextCheckAt: Date,
    end: { type: String, enum: mailEnds },
    endedAt: Date,
    forgetAt: Date,
  },
  { versionKey: false, collection: 'mails' },
);
mailRecordSchema.index({ nextCheckAt: 1 }, { sparse: true });
mailRecordSchema.index({ forgetAt: 1 }, { sparse: true });
mailRecordSchema.index({ end: 1 }, { sparse: true });
