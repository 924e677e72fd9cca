import type { z } from 'zod';
import { AppError } from '@vault/base';

/**
 * Validates a request, so that handlers receive only values of the right types.
 * @throws {AppError} `invalid-input` with the first problem
 */
export function parseRequest<Schema extends z.ZodType>(schema: Schema, request: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(request);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new AppError('invalid-input', sentenceOf(issue), { cause: parsed.error });
}

/** Messages of contracts that begin with "Please" are for users; zod's own messages are not. */
function sentenceOf(issue: z.core.$ZodIssue | undefined): string {
  if (issue?.message.startsWith('Please')) return issue.message;
  return `Please check the field ${issue?.path.join('.') ?? ''}.`;
}

/** A handler of validated requests. It fails as {@link parseRequest} does. */
export function validated<Schema extends z.ZodType, Reply>(
  schema: Schema,
  handle: (request: z.infer<Schema>) => Promise<Reply>,
): (request: unknown) => Promise<Reply> {
  return async (request) => handle(parseRequest(schema, request));
}

/** The reply of a call that has nothing to return. */
export async function emptyReply(work: Promise<unknown>): Promise<object> {
  await work;
  return {};
}
