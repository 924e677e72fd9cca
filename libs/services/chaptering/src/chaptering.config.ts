import { languageModelConfig, videoHostConfig } from '@vault/integrations';
import type { z } from 'zod';

/** Chaptering reads transcripts from the video host, and may ask a language model. */
export const chapteringConfig = videoHostConfig.extend(languageModelConfig.shape);

export type ChapteringConfig = z.infer<typeof chapteringConfig>;
