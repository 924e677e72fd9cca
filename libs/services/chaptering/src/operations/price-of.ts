import type { Prompt } from '@vault/integrations';
import type { JobKind } from '../domain/job.ts';
import { tokensAtMost } from '../domain/token-estimate.ts';
import { promptOf, type PromptParts } from './prompt-of.ts';

export interface Price {
  /** What is sent, beside the words of the transcript. */
  readonly prompt: Prompt;
  /** The most it may come to: what is set aside. */
  readonly tokens: number;
}

/** What an operation sends, and what is set aside for it. */
export function priceOf(kind: JobKind, parts: PromptParts): Price {
  const prompt = promptOf(kind, parts);
  return { prompt, tokens: tokensAtMost(kind, prompt) };
}
