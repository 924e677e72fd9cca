import type { JobKind } from '../jobs/job.ts';
import { plainText } from '../chapters/plain-line.ts';
import { type Prompt, shownSystem } from './prompt.ts';

/** The maximum characters of an answer that are counted and stored, by kind. */
export const answerLimits: Readonly<Record<JobKind, number>> = {
  chapters: 40_000,
  summary: 4_000,
  quotes: 4_000,
  search: 4_000,
};

/** The tokens of a text: a unit of the product, the same for every model and the extractive engine. */
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

/** An answer as it is stored and counted: plain like the texts that are made of it, and cut to its maximum length. */
export function countedAnswer(kind: JobKind, answer: string): string {
  // Answers of models are JSON, where an escape may hide markup or an invisible character.
  const decoded = answer.replaceAll(/\\u([\da-f]{4})/giu, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  return plainText(decoded, answerLimits[kind]);
}
