import type { Prompt } from '@vault/integrations';
import type { JobKind } from '../domain/job.ts';
import { maxTokens } from '../domain/token-estimate.ts';
import { promptOf, type PromptParts } from './prompt-of.ts';

export interface Price {
  /** What is sent in addition to the transcript. */
  readonly prompt: Prompt;
  /** The maximum cost, which is reserved. */
  readonly tokens: number;
}

/** The prompt of an operation, and the tokens to reserve for it. */
export function priceOf(kind: JobKind, parts: PromptParts): Price {
  const prompt = promptOf(kind, parts);
  return { prompt, tokens: maxTokens(kind, prompt) };
}
