import { z } from 'zod';
import { errorCodes } from '../error-codes.ts';

/** How a command ended. `subject` is the command's subject, so outcomes keep the order of their aggregate. */
export const outcomeMessages = {
  'command.outcome.v1': z.object({
    commandId: z.string(),
    ok: z.boolean(),
    code: z.enum(errorCodes).optional(),
    msg: z.string().optional(),
    /** What the owner counts the changes of the aggregate with, after this command; absent where nobody needs it. */
    version: z.number().optional(),
  }),
};

export type CommandOutcome = z.infer<(typeof outcomeMessages)['command.outcome.v1']>;
