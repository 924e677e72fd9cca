import { documentSchema } from '@vault/store';

/** A link that sets a new password. */
export interface PasswordReset {
  /** SHA-256 of the token of the link, so that a reader of the store cannot use it. */
  _id: string;
  userId: string;
  expiresAt: Date;
}

export const passwordResetSchema = documentSchema<PasswordReset>('password_resets', {
  userId: { type: String, required: true, index: true },
  expiresAt: { type: Date, required: true, index: { expireAfterSeconds: 0 } },
});
