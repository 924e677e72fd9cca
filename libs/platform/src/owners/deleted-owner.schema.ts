import { Schema } from 'mongoose';

/** An owner whose account is gone, remembered for longer than any message of theirs may be late. Holds no data of theirs. */
export interface DeletedOwnerDocument {
  /** The owner's id. */
  _id: string;
  deletedAt: Date;
  /** Of the request that deleted the account. */
  correlationId: string;
  /** When what may have been kept of them since is removed. */
  nextCheckAt: Date;
}

export const deletedOwnerSchema = new Schema<DeletedOwnerDocument>(
  {
    _id: { type: String, required: true },
    deletedAt: { type: Date, required: true },
    correlationId: { type: String, default: '' },
    nextCheckAt: { type: Date, required: true },
  },
  { versionKey: false, collection: 'deletedowners' },
);
deletedOwnerSchema.index({ nextCheckAt: 1 });
