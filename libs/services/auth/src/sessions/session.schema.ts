import { Schema } from 'mongoose';

/** A signed-in browser. While the row is there, its token is good. */
export interface Session {
  /** The token's `jti`. */
  _id: string;
  userId: string;
  createdAt: Date;
  expiresAt: Date;
  /** Exact to a minute; absent in rows that are older than this field. */
  lastSeenAt?: Date;
  /** Where it signed in from; empty when the caller did not know. */
  clientAddress?: string;
  /** As the browser names itself; bounded. */
  userAgent?: string;
}

export const sessionSchema = new Schema<Session>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    createdAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true, index: true },
    lastSeenAt: Date,
    clientAddress: String,
    userAgent: String,
  },
  { versionKey: false, collection: 'sessions' },
);
sessionSchema.index({ userId: 1, createdAt: 1 });
