import { z } from 'zod';
import { promptLimit, promptMinimum, quoteCounts } from '../prompts.ts';

const user = { userId: z.string() };
/** What a person typed: bounded, so that it is no larger than the other facts that messages carry. */
const prompt = z.string().min(promptMinimum).max(promptLimit);

export const authCommands = {
  'auth.update-quote-prompt.v1': z.object({
    ...user,
    customPrompt: prompt,
    quoteCount: z.literal(quoteCounts),
  }),
  'auth.update-search-prompt.v1': z.object({ ...user, baseSearchPrompt: prompt }),
};
