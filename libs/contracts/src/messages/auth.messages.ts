import { z } from 'zod';
import { addedTokensLimit, planIds } from '../plans.ts';
import { promptLimit, promptMinimum, quoteCounts } from '../prompts.ts';

const user = { userId: z.string() };
/** Who requested the change: `user` for the person themselves, else the id of a member of staff. */
const by = z.string().min(1).max(64);
/** Text that a person typed; bounded to keep messages small. */
const prompt = z.string().min(promptMinimum).max(promptLimit);
const name = z.string().min(1).max(100);
/** The end of the year 9999, in epoch seconds: ISO dates have four-digit years. */
const latestTime = 253_402_300_799;

export const authCommands = {
  'auth.update-quote-prompt.v1': z.object({
    ...user,
    customPrompt: prompt,
    quoteCount: z.literal(quoteCounts),
  }),
  'auth.update-search-prompt.v1': z.object({ ...user, baseSearchPrompt: prompt }),
  /**
   * Absent fields stay unchanged. With `version`: `conflict` unless the account still has that version. `addTokens`
   * makes one ledger entry for each message id; below 0 it removes tokens, at most those that are left.
   */
  'auth.edit-account.v1': z.object({
    ...user,
    firstname: name.optional(),
    lastname: name.optional(),
    plan: z.enum(planIds).optional(),
    isActive: z.boolean().optional(),
    /** Epoch seconds. */
    membershipEnd: z.number().min(0).max(latestTime).optional(),
    addTokens: z.number().int().min(-addedTokensLimit).max(addedTokensLimit).optional(),
    readyMail: z.boolean().optional(),
    version: z.number().int().optional(),
    by,
  }),
  /** Deletes the account and its data in every service. Succeeds when the account is already deleted. */
  'auth.delete-account.v1': z.object({ ...user, by }),
  /** Staff see the request until they grant it. Idempotent: at most one request is open. */
  'auth.request-upgrade.v1': z.object(user),
  /**
   * Grants the executive plan, confirmed, with a membership until one month from now, or its current end if that is
   * later. Closes an open request.
   */
  'auth.grant-upgrade.v1': z.object({ ...user, by }),
};

export const authEvents = {
  /** Name, plan, membership, or another field that staff see, changed. `version` rises with each edit. */
  'auth.account-changed.v1': z.object({ ...user, version: z.number() }),
  /** From now on the person may not upload or spend; deactivated and deleted ones are signed out as well. */
  'auth.access-ended.v1': z.object({ ...user, reason: z.enum(['deactivated', 'expired', 'deleted']) }),
  /** The account was deleted; each service deletes its data of this owner. */
  'auth.account-deleted.v1': z.object(user),
};
