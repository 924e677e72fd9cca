import { documentSchema } from '@vault/store';

/** The credentials of a member of staff, and when they last used a session. */
export interface StaffCredentials {
  /** The id of the member. */
  _id: string;
  /** argon2id in PHC form. */
  passwordHash: string;
  lastSeenAt?: Date;
  /** Ids of the actions that set a password, newest last: a repeat of one must not undo a later one. */
  handled?: string[];
}

export const staffCredentialsSchema = documentSchema<StaffCredentials>('staff_credentials', {
  passwordHash: { type: String, required: true, select: false },
  lastSeenAt: Date,
  handled: { type: [String], default: [], select: false },
});
