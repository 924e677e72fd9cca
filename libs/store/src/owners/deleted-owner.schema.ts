import { documentSchema } from '../document-schema.ts';

/** An owner whose account was deleted, kept for longer than messages are retained. It contains no personal data. */
export interface DeletedOwnerDocument {
  /** The owner's id. */
  _id: string;
  deletedAt: Date;
  /** The correlation id of the request that deleted the account. */
  correlationId: string;
  traceparent?: string;
  /** When data that was stored after the deletion is removed next. */
  nextCheckAt: Date;
}

export const deletedOwnerSchema = documentSchema<DeletedOwnerDocument>('deletedowners', {
  deletedAt: { type: Date, required: true },
  correlationId: { type: String, default: '' },
  traceparent: String,
  nextCheckAt: { type: Date, required: true },
});
deletedOwnerSchema.index({ nextCheckAt: 1 });
