import { loginBody, registerBody } from '@vault/contracts';
import { AppError } from '@vault/platform';
import { z } from 'zod';

/** Only a slow-down uses it; empty when the caller does not know it. */
const clientAddress = z.string().max(64);
const id = z.string().min(1).max(64);

/** An empty plan is none: the wire has no absent strings. */
const plan = z
  .string()
  .transform((value) => (value === '' ? undefined : value))
  .pipe(registerBody.shape.plan);

export const registerRequest = registerBody.extend({ plan, clientAddress });
export const loginRequest = loginBody.extend({ clientAddress });
export const verifyRequest = z.object({ token: z.string() });
export const logoutRequest = z.object({ sessionId: id, userId: id });
export const userRequest = z.object({ userId: id });

const operation = { userId: id, operationId: z.string().min(1).max(128) };
export const reserveRequest = z.object({
  ...operation,
  amount: z.number().int().min(0),
  purpose: z.string().min(1).max(64),
});
export const settleRequest = z.object({ ...operation, amount: z.number().int() });

export type RegisterInput = z.infer<typeof registerRequest>;
export type LoginInput = z.infer<typeof loginRequest>;

/**
 * What a caller sent, known to have the right types: nothing but plain strings goes on from here.
 * @throws {AppError} `invalid-input` with the first problem
 */
export function parseRequest<Schema extends z.ZodType>(schema: Schema, request: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(request);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new AppError('invalid-input', sentenceOf(issue));
}

/** The contract writes sentences where a person can act on one; zod's own words are for programmers. */
function sentenceOf(issue: z.core.$ZodIssue | undefined): string {
  if (issue?.message.startsWith('Please')) return issue.message;
  return `Please check the field ${issue?.path.join('.') ?? ''}.`;
}
