import type { Prompt } from '@vault/integrations';
import type { JobKind } from './job.ts';
import { shownSystem } from './prompts/shown-system.ts';

/** The most characters of an answer that count, and are kept, by kind. */
export const answerLimits: Readonly<Record<JobKind, number>> = {
  chapters: 40_000,
  summary: 4_000,
  quotes: 4_000,
  search: 4_000,
};

/** The tokens of a text: a product unit, the same whoever writes. */
export function tokensOf(characters: number): number {
  return Math.round(characters / 4);
}

/** What was sent, in tokens. */
export function tokensSent(prompt: Prompt): number {
  return tokensOf(shownSystem(prompt).length + prompt.user.length);
}

/** The most an operation may come to, in tokens. */
export function tokensAtMost(kind: JobKind, prompt: Prompt): number {
  return tokensSent(prompt) + tokensOf(answerLimits[kind]);
}

/** An answer as it is kept and counted. */
export function countedAnswer(kind: JobKind, answer: string): string {
  return answer.slice(0, answerLimits[kind]).replace(/[\uD800-\uDBFF]$/, '');
}
