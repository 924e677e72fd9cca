import { documentSchema } from '@vault/store';

/** A change of a person's e-mail address: requested, then confirmed with a link, and then it can be undone for days. */
export interface EmailChange {
  _id: string;
  userId: string;
  /** The address at the time of the request. */
  from: string;
  to: string;
  requestedAt: Date;
  /** When the address was changed. */
  confirmedAt?: Date;
  /** SHA-256 of the tokens of links, so that a reader of the store cannot use them. */
  confirmLinks: string[];
  undoLinks: string[];
  /** The end of the links that are valid now. */
  expiresAt: Date;
}

export const emailChangeSchema = documentSchema<EmailChange>('email_changes', {
  userId: { type: String, required: true, index: true },
  from: { type: String, required: true },
  to: { type: String, required: true },
  requestedAt: { type: Date, required: true },
  confirmedAt: Date,
  confirmLinks: { type: [String], default: [], index: true },
  undoLinks: { type: [String], default: [], index: true },
  expiresAt: { type: Date, required: true, index: { expireAfterSeconds: 0 } },
});
// Finds addresses that are reserved for the person who had them.
emailChangeSchema.index({ from: 1 });
