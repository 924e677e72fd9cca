import type { Logger } from '@vault/base';
import { ExtractiveTextWriter } from './extractive-text-writer.ts';
import type { LanguageModelConfig } from './language-model.config.ts';
import { OpenAiTextWriter } from './openai-text-writer.ts';
import type { TextWriter } from './text-writer.ts';

/** The configured writer: a language model with a key, else the extractive engine. */
export function textWriterOf(config: LanguageModelConfig, logger: Logger): TextWriter {
  return config.OPENAI_API_KEY ? new OpenAiTextWriter(config, logger) : new ExtractiveTextWriter();
}
