import { languageModelConfig, videoHostConfig } from '@vault/integrations';
import { z } from 'zod';

/** Chaptering reads transcripts from the video host and may call a language model. */
export const chapteringConfig = videoHostConfig.extend(languageModelConfig.shape).extend({
  /** Calls of the language model for one account and day (UTC); failed and automatic ones count too. */
  MODEL_CALLS_PER_DAY: z.coerce.number().int().min(1).max(1_000_000).default(500),
});

export type ChapteringConfig = z.infer<typeof chapteringConfig>;
