import { planIds, quoteCounts, type PlanId } from '@vault/contracts';
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
  /** The first instant at which the membership no longer runs. */
  membershipEnd: Date;
  isActive: boolean;
  settings: PromptSettings;
  createdAt: Date;
}

export interface Credentials {
  /** argon2id in PHC form. */
  passwordHash: string;
}

/** What is stored of a user; reads leave credentials and message ids out unless they ask for them. */
export interface StoredUser extends User {
  credentials: Credentials;
  /** Ids of the messages whose effect this document already holds, newest last. */
  handled?: string[];
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

export const userSchema = new Schema<StoredUser>(
  {
    _id: { type: String, required: true },
    // The one index that does not begin with the owner: whoever signs in has no id yet.
    email: { type: String, required: true, unique: true },
    firstname: { type: String, required: true },
    lastname: { type: String, required: true },
    plan: { type: String, enum: planIds, required: true },
    membershipEnd: { type: Date, required: true },
    isActive: { type: Boolean, required: true },
    settings: { type: settingsSchema, required: true },
    createdAt: { type: Date, required: true },
    credentials: { type: credentialsSchema, required: true, select: false },
    handled: { type: [String], default: [], select: false },
  },
  { versionKey: false, collection: 'users' },
);
