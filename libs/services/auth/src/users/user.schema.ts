import { planIds } from '@vault/contracts';
import { aggregateSchema, type DocumentOf } from '@vault/store';
import { z } from 'zod';
import type { PromptSettings } from '../domain/default-settings.ts';

/** A person with an account. */
const user = {
  /** Trimmed and in lower case; unique. */
  email: z.string(),
  // One of both may be empty.
  firstname: z.string().default(''),
  lastname: z.string().default(''),
  plan: z.enum(planIds),
  /** False while an executive registration waits for staff; until then the limits of the free plan apply. */
  isConfirmed: z.boolean(),
  /** The first instant after the membership. */
  membershipEnd: z.date(),
  isActive: z.boolean(),
  settings: z.custom<PromptSettings>(),
  createdAt: z.date(),
  /** Whether the person wants a mail when a video has chapters. */
  readyMail: z.boolean(),
  /** Absent when no request is open. */
  upgradeRequestedAt: z.date().optional(),
  /** Incremented with each edit by the person or staff: `version` in messages and the API. */
  contentVersion: z.number(),
  /** When to publish the end of access; absent after that, and while the account is deactivated. */
  accessEndsAt: z.date().optional(),
  sessionsEnded: z.custom<SessionsEnded>().optional(),
};

/** Sessions that were opened before `at` have ended, except for the session `except`. */
export interface SessionsEnded {
  at: Date;
  except?: string;
}

export interface Credentials {
  /** argon2id in PHC form. */
  passwordHash: string;
}

const sparse = ['upgradeRequestedAt', 'accessEndsAt', 'deletedAt', 'purgeAt'];
/** The sort orders of staff lists; equal values are sorted by id. */
const sorted = ['sortName', 'plan', 'membershipEnd', 'createdAt'];

export const userSchema = aggregateSchema(
  'users',
  {
    ...user,
    credentials: z.custom<Credentials>(),
    /** The folded e-mail address and names, for searches. */
    searchText: z.string(),
    /** The folded names, for sorting. */
    sortName: z.string(),
    /** When the account was deleted. */
    deletedAt: z.date().optional(),
    /** The next purge of a deleted account. */
    purgeAt: z.date().optional(),
    /** Hash of the e-mail address of a deleted account, until the rows with this key are removed. */
    purgeKey: z.string().optional(),
  },
  {
    isHidden: true,
    hidden: ['credentials', 'searchText', 'sortName', 'purgeKey'],
    indexes: [
      // The only index for users that does not start with the owner: a sign-in has only the address.
      [{ email: 1 }, { unique: true }],
      ...sorted.map((field) => [{ [field]: 1, _id: 1 }] as const),
      [{ isConfirmed: 1 }],
      ...sparse.map((field) => [{ [field]: 1 }, { sparse: true }] as const),
    ],
  },
);

/**
 * A stored user. Reads return credentials, outbox and message ids only when they select them. A deleted account stays
 * as a tombstone without personal data for eight days, so that late messages find it deleted.
 */
export type UserDocument = DocumentOf<typeof userSchema>;

/** A person with an account. */
export type User = Pick<UserDocument, '_id' | keyof typeof user>;
