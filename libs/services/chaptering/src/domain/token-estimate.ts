import type { JobKind } from './job.ts';

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

export interface PromptLengths {
  readonly system: string;
  readonly user: string;
}

/** What was sent, in tokens. */
export function tokensSent({ system, user }: PromptLengths): number {
  return tokensOf(system.length + user.length);
}

/** The most an operation may come to, in tokens. */
export function tokensAtMost(kind: JobKind, prompt: PromptLengths): number {
  return tokensSent(prompt) + tokensOf(answerLimits[kind]);
}

/** An answer as it is kept and counted. */
export function countedAnswer(kind: JobKind, answer: string): string {
  return answer.slice(0, answerLimits[kind]).replace(/[\uD800-\uDBFF]$/, '');
}
