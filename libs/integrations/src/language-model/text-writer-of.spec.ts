import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger, loadConfig, type WatchedSetting } from '@vault/base';
import { ExtractiveTextWriter } from './extractive-text-writer.ts';
import { languageModelConfig } from './language-model.config.ts';
import { OpenAiTextWriter } from './openai-text-writer.ts';
import { textWriterOf } from './text-writer-of.ts';

const logger = createLogger({ level: 'silent' });
let watched: WatchedSetting[];
beforeEach(() => (watched = []));
const health = { watchSetting: (setting: WatchedSetting) => void watched.push(setting) };
const writerFor = (env: Record<string, string>) =>
  textWriterOf(loadConfig(languageModelConfig, env), logger, health);

it('works without a key', () => {
  expect(writerFor({})).toBeInstanceOf(ExtractiveTextWriter);
  expect(writerFor({ OPENAI_API_KEY: '' })).toBeInstanceOf(ExtractiveTextWriter);
  expect(watched).toEqual([]);
});

it('uses a language model when a key is set, also in a file', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'key-')), 'key');
  writeFileSync(file, 'secret\n');
  expect(loadConfig(languageModelConfig, { OPENAI_API_KEY_FILE: file }).OPENAI_API_KEY).toBe('secret');
  expect(writerFor({ OPENAI_API_KEY: 'secret' })).toBeInstanceOf(OpenAiTextWriter);
  expect(writerFor({ OPENAI_API_KEY_FILE: file })).toBeInstanceOf(OpenAiTextWriter);
  expect(watched).toHaveLength(2);
});

it('names invalid settings', () => {
  const wrong = { OPENAI_BASE_URL: 'ftp://model', OPENAI_TIMEOUT_MS: '5' };
  expect(() => loadConfig(languageModelConfig, wrong)).toThrow(/OPENAI_BASE_URL[^]*OPENAI_TIMEOUT_MS/);
});
