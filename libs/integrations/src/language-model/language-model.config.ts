import { z } from 'zod';

/** Which language model writes; without a key the keyless engine does. */
export const languageModelConfig = z.object({
  OPENAI_API_KEY: z.string().min(1).optional(),
  /** Any server that speaks the same API; a key is needed as well, whatever it is. */
  OPENAI_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  OPENAI_MODEL: z.string().min(1).default('gpt-4o-mini'),
  /** How long one call may take: small machines of one's own need more. */
  OPENAI_TIMEOUT_MS: z.coerce.number().int().min(1_000).max(600_000).default(60_000),
});

export type LanguageModelConfig = z.infer<typeof languageModelConfig>;
