import type { JobKind } from './job.ts';
import { type Prompt, shownSystem } from './prompts/prompt.ts';

/** The maximum characters of an answer that are counted and stored, by kind. */
export const answerLimits: Readonly<Record<JobKind, number>> = {
  chapters: 40_000,
  summary: 4_000,
  quotes: 4_000,
  search: 4_000,
};

/** The tokens of a text: a unit of the product, the same for every model and the keyless engine. */
export function tokensOf(characters: number): number {
  return Math.round(characters / 4);
}

/** The tokens of a prompt. */
export function tokensSent(prompt: Prompt): number {
  return tokensOf(shownSystem(prompt).length + prompt.user.length);
}

/** The maximum cost of an operation, in tokens. */
export function maxTokens(kind: JobKind, prompt: Prompt): number {
  return tokensSent(prompt) + tokensOf(answerLimits[kind]);
}

/** An answer, cut to the length that is stored and counted. */
export function countedAnswer(kind: JobKind, answer: string): string {
  return answer.slice(0, answerLimits[kind]).replace(/[\uD800-\uDBFF]$/, '');
}
