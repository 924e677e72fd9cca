import type { z } from 'zod';
import { AppError } from '../errors/app-error.ts';

/**
 * What a caller sent, known to have the right types: nothing but plain values goes on from here.
 * @throws {AppError} `invalid-input` with the first problem
 */
export function parseRequest<Schema extends z.ZodType>(schema: Schema, request: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(request);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new AppError('invalid-input', sentenceOf(issue), { cause: parsed.error });
}

/** Contracts write sentences where a person can act on one; zod's own words are for programmers. */
function sentenceOf(issue: z.core.$ZodIssue | undefined): string {
  if (issue?.message.startsWith('Please')) return issue.message;
  return `Please check the field ${issue?.path.join('.') ?? ''}.`;
}
