import { AppError } from '@vault/platform';
import type { z } from 'zod';

/**
 * Reads what a caller sent. Keys that nobody asked for are dropped.
 * @throws {AppError} invalid-input, with the first problem in words
 */
export function parse<Schema extends z.ZodType>(schema: Schema, input: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(input ?? {});
  if (parsed.success) return parsed.data;
  throw new AppError('invalid-input', describe(parsed.error.issues[0]), { cause: parsed.error });
}

function describe(issue: z.core.$ZodIssue | undefined): string {
  if (!issue) return 'The request could not be read.';
  const isOurs = issue.code === 'custom' || !/^(Invalid|Too|Unrecognized)/.test(issue.message);
  if (isOurs) return issue.message;
  const field = issue.path.join('.');
  return field ? `Please check "${field}": ${issue.message}.` : 'The request could not be read.';
}
