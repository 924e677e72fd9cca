import { Schema } from 'mongoose';

/** A browser in which a member of staff is signed in. While the row is there and not over, its token is good. */
export interface StaffSession {
  /** The token's `jti`. */
  _id: string;
  staffId: string;
  createdAt: Date;
  /** Exact to a minute. */
  lastSeenAt: Date;
  /** When it ends at the latest. */
  expiresAt: Date;
}

export const staffSessionSchema = new Schema<StaffSession>(
  {
    _id: { type: String, required: true },
    staffId: { type: String, required: true },
    createdAt: { type: Date, required: true },
    lastSeenAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true, index: true },
  },
  { versionKey: false, collection: 'staff_sessions' },
);
staffSessionSchema.index({ staffId: 1, createdAt: 1 });
