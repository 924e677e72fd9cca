import { planIds, quoteCounts, type PlanId } from '@vault/contracts';
import { addAggregateFields, type Aggregate } from '@vault/store';
import { Schema } from 'mongoose';
import type { PromptSettings } from '../domain/default-settings.ts';

/** A person with an account. */
export interface User {
  _id: string;
  /** Trimmed and in lower case; unique. */
  email: string;
  firstname: string;
  lastname: string;
  plan: PlanId;
  /** False while an executive registration waits for staff; until then the limits of the free plan apply. */
  isConfirmed: boolean;
  /** The first instant after the membership. */
  membershipEnd: Date;
  isActive: boolean;
  settings: PromptSettings;
  createdAt: Date;
  /** Whether the person wants a mail when a video has chapters. */
  readyMail: boolean;
  /** Absent when no request is open. */
  upgradeRequestedAt?: Date;
  /** Incremented with each edit by the person or staff: `version` in messages and the API. */
  contentVersion: number;
  /** When to publish the end of access; absent after that, and while the account is deactivated. */
  accessEndsAt?: Date;
  sessionsEnded?: SessionsEnded;
}

/** Sessions that were opened before `at` have ended, except for the session `except`. */
export interface SessionsEnded {
  at: Date;
  except?: string;
}

export interface Credentials {
  /** argon2id in PHC form. */
  passwordHash: string;
}

/**
 * A stored user. Reads return credentials, outbox and message ids only when they select them. A deleted account stays
 * as a tombstone without personal data for eight days, so that late messages find it deleted.
 */
export interface UserDocument extends Aggregate, User {
  credentials: Credentials;
  /** The folded e-mail address and names, for searches. */
  searchText: string;
  /** The folded names, for sorting. */
  sortName: string;
  /** When the account was deleted. */
  deletedAt?: Date;
  /** The next purge of a deleted account. */
  purgeAt?: Date;
  /** Hash of the e-mail address of a deleted account, until the rows with this key are removed. */
  purgeKey?: string;
}

const settingsSchema = new Schema<PromptSettings>(
  {
    customPrompt: { type: String, required: true },
    quoteCount: { type: Number, enum: quoteCounts, required: true },
    baseSearchPrompt: { type: String, required: true },
  },
  { _id: false },
);

const credentialsSchema = new Schema<Credentials>(
  { passwordHash: { type: String, required: true } },
  { _id: false },
);

export const userSchema = new Schema<UserDocument>(
  {
    // The only index for users that does not start with the owner: a sign-in has only the address.
    email: { type: String, required: true, unique: true },
    // One of both may be empty.
    firstname: { type: String, default: '' },
    lastname: { type: String, default: '' },
    plan: { type: String, enum: planIds, required: true },
    isConfirmed: { type: Boolean, required: true },
    membershipEnd: { type: Date, required: true },
    isActive: { type: Boolean, required: true },
    settings: { type: settingsSchema, required: true },
    createdAt: { type: Date, required: true },
    readyMail: { type: Boolean, required: true },
    upgradeRequestedAt: Date,
    contentVersion: { type: Number, required: true },
    accessEndsAt: Date,
    sessionsEnded: new Schema({ at: Date, except: String }, { _id: false }),
    credentials: { type: credentialsSchema, required: true, select: false },
    searchText: { type: String, required: true, select: false },
    sortName: { type: String, required: true, select: false },
    deletedAt: Date,
    purgeAt: Date,
    purgeKey: { type: String, select: false },
  },
  { collection: 'users' },
);
addAggregateFields(userSchema, { isHidden: true });

// The sort orders of staff lists; equal values are sorted by id.
for (const field of ['sortName', 'plan', 'membershipEnd', 'createdAt'])
  userSchema.index({ [field]: 1, _id: 1 });
userSchema.index({ isConfirmed: 1 });
for (const field of ['upgradeRequestedAt', 'accessEndsAt', 'deletedAt', 'purgeAt'])
  userSchema.index({ [field]: 1 }, { sparse: true });
