import { documentSchema } from '@vault/store';
import type { Schema } from 'mongoose';

/** A signed-in browser. Its token is valid while the row exists. */
export interface Session {
  /** The token's `jti`. */
  _id: string;
  userId: string;
  createdAt: Date;
  /** When it ends by age. */
  expiresAt: Date;
  /** Exact to a minute. */
  lastSeenAt: Date;
  /** The address of the sign-in; empty when unknown. */
  clientAddress: string;
  /** The user agent header, truncated. */
  userAgent: string;
}

export function sessionSchema(collection: string): Schema<Session> {
  const schema = documentSchema<Session>(collection, {
    userId: { type: String, required: true },
    createdAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true, index: { expireAfterSeconds: 0 } },
    lastSeenAt: { type: Date, required: true },
    clientAddress: { type: String, default: '' },
    userAgent: { type: String, default: '' },
  });
  schema.index({ userId: 1, createdAt: 1 });
  return schema;
}
