import { z } from 'zod';
import { promptLimit, promptMinimum, quoteCounts } from '../rules/prompts.ts';
import { ownUserId } from './fields/own-user-id.ts';
import { paragraphs } from './fields/text.ts';

const prompt = paragraphs(promptLimit).refine(
  (text) => text.length >= promptMinimum,
  `Please write a prompt of more than ${String(promptMinimum - 1)} characters.`,
);

/** Forms send numbers as text. */
const quoteCount = z
  .union([z.number(), z.string().regex(/^\d$/).transform(Number)])
  .pipe(z.literal(quoteCounts, 'Please choose one, two or three quotes.'));

/** `POST /auth/` with the caller's own `userId`. */
export const userSettings = z.object({
  custom_prompt: z.string().describe('The prompt for the quotes of a chapter.'),
  quote_ct: z.number().int().min(1).max(3).describe('Number of quotes of a chapter.'),
  base_search_prompt: z.string().describe('The system prompt of the chapter search.'),
});

/** `POST /muxupload/update-custom-prompt`. */
export const quotePromptBody = z.object({ userId: ownUserId, customPrompt: prompt, quoteCt: quoteCount });

/** `POST /muxupload/update-base-search-prompt`. */
export const searchPromptBody = z.object({ userId: ownUserId, customPrompt: prompt });

export type UserSettings = z.infer<typeof userSettings>;
export type QuotePromptBody = z.infer<typeof quotePromptBody>;
export type SearchPromptBody = z.infer<typeof searchPromptBody>;
