import { documentSchema } from '@vault/store';

/** A browser in which a member of staff is signed in. Its token is valid while the row exists and has not expired. */
export interface StaffSession {
  /** The token's `jti`. */
  _id: string;
  staffId: string;
  createdAt: Date;
  /** Exact to a minute. */
  lastSeenAt: Date;
  /** When it ends by age. */
  expiresAt: Date;
}

export const staffSessionSchema = documentSchema<StaffSession>('staff_sessions', {
  staffId: { type: String, required: true },
  createdAt: { type: Date, required: true },
  lastSeenAt: { type: Date, required: true },
  expiresAt: { type: Date, required: true, index: { expireAfterSeconds: 0 } },
});
staffSessionSchema.index({ staffId: 1, createdAt: 1 });
