import { z } from 'zod';
import { event } from './message.ts';
import { errorCodes } from '../common/error-codes.ts';
import { planIds } from '../rules/plans.ts';

/** An account after a change by staff, without names: outcomes stay in a topic, and each replica reads them. */
const account = z.object({
  plan: z.enum(planIds),
  /** Epoch seconds. */
  membershipEnd: z.number(),
  isActive: z.boolean(),
  isConfirmed: z.boolean(),
  tokenBalance: z.number(),
  /** Epoch seconds; absent when no request is open. */
  upgradeRequestedAt: z.number().optional(),
});

/** How a command ended. `subject` is the command's subject, so outcomes keep the order of their aggregate. */
export const outcomeMessages = {
  'command.outcome.v1': event({
    says: 'The outcome of a command. `code` and `msg` give the reason of a refusal; `msg` is a sentence for the person. `version` is the new version of what was changed, where the sender needs it.',
    data: {
      commandId: z.string(),
      ok: z.boolean(),
      code: z.enum(errorCodes).optional(),
      msg: z.string().optional(),
      /** The field of the request to correct, after a refusal. */
      field: z.string().optional(),
      /** What the owner counts the changes of the aggregate with, after this command; absent where nobody needs it. */
      version: z.number().optional(),
      /** The id of what the command has made or found; absent where the sender knows it. */
      id: z.string().optional(),
      account: account.optional(),
    },
  }),
};

export type CommandOutcome = z.infer<(typeof outcomeMessages)['command.outcome.v1']>;
