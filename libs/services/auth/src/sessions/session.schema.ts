import { documentSchema } from '@vault/store';

/** A signed-in browser. Its token is valid while the row exists. */
export interface Session {
  /** The token's `jti`. */
  _id: string;
  userId: string;
  createdAt: Date;
  expiresAt: Date;
  /** Exact to a minute. */
  lastSeenAt: Date;
  /** The address of the sign-in; empty when unknown. */
  clientAddress: string;
  /** The user agent header, truncated. */
  userAgent: string;
  /** SHA-256 of the open download ticket, so that a reader of the store cannot use it. */
  ticketHash?: string;
  ticketExpiresAt?: Date;
}

export const sessionSchema = documentSchema<Session>('sessions', {
  userId: { type: String, required: true },
  createdAt: { type: Date, required: true },
  expiresAt: { type: Date, required: true, index: { expireAfterSeconds: 0 } },
  lastSeenAt: { type: Date, required: true },
  clientAddress: { type: String, default: '' },
  userAgent: { type: String, default: '' },
  ticketHash: { type: String, index: { sparse: true } },
  ticketExpiresAt: Date,
});
sessionSchema.index({ userId: 1, createdAt: 1 });
