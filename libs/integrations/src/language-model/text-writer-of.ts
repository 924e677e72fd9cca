import type { Health, Logger } from '@vault/base';
import { ExtractiveTextWriter } from './extractive-text-writer.ts';
import type { LanguageModelConfig } from './language-model.config.ts';
import { OpenAiTextWriter } from './openai-text-writer.ts';
import type { TextWriter } from './text-writer.ts';

/** The configured writer: a language model with a key, whose settings are tried from now on, else the extractive engine. */
export function textWriterOf(
  config: LanguageModelConfig,
  logger: Logger,
  health: Pick<Health, 'watchSetting'>,
): TextWriter {
  if (!config.OPENAI_API_KEY) return new ExtractiveTextWriter();
  const writer = new OpenAiTextWriter(config, logger);
  health.watchSetting(writer.setting);
  return writer;
}
