import { AppError } from '@vault/base';
import type { z } from 'zod';

/**
 * Parses the input of a caller. Unknown keys are dropped.
 * @throws {AppError} invalid-input, with the first problem as a sentence, and its field
 */
export function parse<Schema extends z.ZodType>(schema: Schema, input: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(input ?? {});
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.path[0] === undefined ? undefined : String(issue.path[0]);
  throw new AppError('invalid-input', describe(issue), { cause: parsed.error, field });
}

/** A sentence for the person: the message of the schema, or a replacement for a technical message of the library. */
function describe(issue: z.core.$ZodIssue | undefined): string {
  const field = issue?.path.join('.');
  if (issue && hasOwnMessage(issue)) return issue.message;
  if (!issue || !field) return 'The request could not be read.';
  if (issue.code === 'too_big') return limit(field, 'at most', issue.maximum, issue.origin);
  if (issue.code === 'too_small') return limit(field, 'at least', issue.minimum, issue.origin);
  return `"${field}" is missing or invalid.`;
}

function limit(field: string, bound: string, value: number | bigint, origin: string): string {
  return `"${field}" must be ${bound} ${String(value)}${origin === 'string' ? ' characters long' : ''}.`;
}

function hasOwnMessage({ code, message }: z.core.$ZodIssue): boolean {
  return code === 'custom' || !/^(Invalid|Too|Unrecognized)/.test(message);
}
