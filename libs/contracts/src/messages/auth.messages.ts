import { z } from 'zod';
import { addedTokensLimit, planIds } from '../plans.ts';
import { promptLimit, promptMinimum, quoteCounts } from '../prompts.ts';

const user = { userId: z.string() };
/** Who had it done: `user` for the person themselves, else the id of a member of staff. */
const by = z.string().min(1).max(64);
/** What a person typed: bounded, so that it is no larger than the other facts that messages carry. */
const prompt = z.string().min(promptMinimum).max(promptLimit);
const name = z.string().min(1).max(100);
/** The end of the year 9999, in epoch seconds: later times are no dates that can be written. */
const latestTime = 253_402_300_799;

export const authCommands = {
  'auth.update-quote-prompt.v1': z.object({
    ...user,
    customPrompt: prompt,
    quoteCount: z.literal(quoteCounts),
  }),
  'auth.update-search-prompt.v1': z.object({ ...user, baseSearchPrompt: prompt }),
  /**
   * What is left out stays. With `version` only when the account is still of that version; a `conflict` otherwise.
   * `addTokens` makes one ledger entry, once for each message id; below 0 it takes tokens away, as far as
   * there are any.
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
  /** The account and all that is kept about it, in every service. Done already when it is gone. */
  'auth.delete-account.v1': z.object({ ...user, by }),
  /** Staff see the request until they grant it; asked again, it is the same request. */
  'auth.request-upgrade.v1': z.object(user),
  /**
   * The executive plan, confirmed, with a membership of one month from now, or as long as it runs already; an open request
   * is closed.
   */
  'auth.grant-upgrade.v1': z.object({ ...user, by }),
};

export const authEvents = {
  /** Name, plan, membership, or another field that staff see. `version` rises with each edit. */
  'auth.account-changed.v1': z.object({ ...user, version: z.number() }),
  /** From now on the person may not upload or spend; deactivated and deleted ones are signed out as well. */
  'auth.access-ended.v1': z.object({ ...user, reason: z.enum(['deactivated', 'expired', 'deleted']) }),
  /** The account is gone; whoever keeps anything of this owner forgets it. */
  'auth.account-deleted.v1': z.object(user),
};
