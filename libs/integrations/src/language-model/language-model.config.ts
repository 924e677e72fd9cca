import { z } from 'zod';

/** Which language model generates text; without a key the extractive engine does. */
export const languageModelConfig = z.object({
  OPENAI_API_KEY: z.string().min(1).optional(),
  /** Any server with the same API; it also needs a key, which may be any text. */
  OPENAI_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  OPENAI_MODEL: z.string().min(1).default('gpt-4o-mini'),
  /** Deadline of one call; small self-hosted models need more. */
  OPENAI_TIMEOUT_MS: z.coerce.number().int().min(1_000).max(600_000).default(60_000),
});

export type LanguageModelConfig = z.infer<typeof languageModelConfig>;
