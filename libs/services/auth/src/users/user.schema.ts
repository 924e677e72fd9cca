import { planIds, quoteCounts, type PlanId } from '@vault/contracts';
import { addAggregateFields, type Aggregate } from '@vault/platform';
import { Schema } from 'mongoose';
import type { PromptSettings } from '../domain/default-settings.ts';

/** A person with an account. */
export interface User {
  _id: string;
  /** Trimmed and in lower case: the form that is unique. */
  email: string;
  firstname: string;
  lastname: string;
  plan: PlanId;
  /** False while an executive registration waits for staff: the limits of the free plan hold until then. */
  isConfirmed: boolean;
  /** The first instant at which the membership no longer runs. */
  membershipEnd: Date;
  isActive: boolean;
  settings: PromptSettings;
  createdAt: Date;
  /** Whether a mail says when a webinar is ready. */
  readyMail: boolean;
  /** Absent when no request is open. */
  upgradeRequestedAt?: Date;
  /** Rises with each edit of what the person and staff see; others call it the version of the account. */
  revision: number;
  /** When the end of access is announced; absent when it was, and while the account is switched off. */
  accessEndsAt?: Date;
  /** Sessions that were opened before it have ended, but for the one that is named. */
  sessionsEnded?: { at: Date; except?: string };
}

export interface Credentials {
  /** argon2id in PHC form. */
  passwordHash: string;
}

/**
 * What is stored of a user. Reads leave credentials, outbox and message ids out unless they ask for them. Of a deleted
 * account a document without any of it stays for some days, so that what comes late finds it deleted.
 */
export interface UserDocument extends Aggregate, User {
  credentials: Credentials;
  /** E-mail and names as searches fold them. */
  searchText: string;
  /** First name and last name as lists are sorted by them. */
  sortName: string;
  /** When the account was deleted. */
  deletedAt?: Date;
  /** When traces of the deleted account are looked for next. */
  purgeAt?: Date;
  /** Hash of the e-mail of a deleted account, until the rows that are found by it are gone. */
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
    // The one index that does not begin with the owner and is not for staff: whoever signs in has no id yet.
    email: { type: String, required: true, unique: true },
    firstname: { type: String, required: true },
    lastname: { type: String, required: true },
    plan: { type: String, enum: planIds, required: true },
    isConfirmed: { type: Boolean, required: true },
    membershipEnd: { type: Date, required: true },
    isActive: { type: Boolean, required: true },
    settings: { type: settingsSchema, required: true },
    createdAt: { type: Date, required: true },
    readyMail: { type: Boolean, required: true },
    upgradeRequestedAt: Date,
    revision: { type: Number, required: true },
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

// The lists of staff are sorted by these, and by the id where two are equal.
for (const field of ['sortName', 'plan', 'membershipEnd', 'createdAt'])
  userSchema.index({ [field]: 1, _id: 1 });
userSchema.index({ isConfirmed: 1 });
for (const field of ['upgradeRequestedAt', 'accessEndsAt', 'deletedAt', 'purgeAt'])
  userSchema.index({ [field]: 1 }, { sparse: true });
