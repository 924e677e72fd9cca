import { hasName, loginBody, nameRule, newPassword, planIds, registerBody } from '@vault/contracts';
import { z } from 'zod';
import { accountSorts, accountStates, maxAccounts, maxMatched } from './domain/account-list.ts';

/** Only rate limits use it; empty when the caller does not know it. */
const clientAddress = z.string().max(64);
const id = z.string().min(1).max(64);

/** An empty plan means none: protobuf has no absent strings. */
const plan = z
  .string()
  .transform((value) => (value === '' ? undefined : value))
  .pipe(registerBody.shape.plan);

/** Truncated where it is stored: its length is not limited here. */
const userAgent = z.string().optional();

/** The hash of a request, in two parts. */
const requestKey = z.string().max(128).optional();

export const register = z
  .object({ ...registerBody.shape, plan, clientAddress, userAgent, requestKey })
  .refine(hasName, nameRule);
export const login = loginBody.extend({ clientAddress, userAgent });
export const verify = z.object({ token: z.string() });
export const ticket = z.object({ ticket: z.string().max(128) });
export const session = z.object({ sessionId: id, userId: id });
export const user = z.object({ userId: id });
export const entitlement = z.object({ userId: id, sessionId: id.optional() });

const operation = { userId: id, operationId: z.string().min(1).max(128) };
export const reserve = z.object({
  ...operation,
  amount: z.number().int().min(0),
  purpose: z.string().min(1).max(64),
  videoId: z.string().min(1).max(128).optional(),
});
export const settle = z.object({ ...operation, amount: z.number().int() });

/** Protobuf has no absent strings: an empty one means none. */
const absent = <Schema extends z.ZodType>(schema: Schema) =>
  z.union([z.literal('').transform(() => undefined), schema]);

const page = z
  .number()
  .int()
  .min(0)
  .max(1_000_000)
  .transform((number) => Math.max(1, number));

const accountFilter = {
  q: z
    .string()
    .max(254)
    .transform((text) => text.trim()),
  plan: absent(z.enum(planIds)),
  state: absent(z.enum(accountStates)),
};

export const listAccounts = z.object({
  page,
  limit: z.number().int().min(0).max(maxAccounts),
  sort: z.union([z.literal('').transform(() => 'created_at' as const), z.enum(accountSorts)]),
  descending: z.boolean(),
  ...accountFilter,
});
export const matchAccounts = z.object({
  ...accountFilter,
  limit: z.number().int().min(1).max(maxMatched),
});
export const getAccounts = z.object({ ids: z.array(id).max(500) });
export const listLedger = z.object({
  userId: id,
  page: z.number().int().min(1).max(1_000_000),
  limit: z.number().int().min(1).max(1_000),
});
export const tokensPerDay = z.object({ days: z.number().int().min(1).max(90) });
export const changePassword = z.object({
  userId: id,
  sessionId: id,
  clientAddress,
  password: loginBody.shape.password,
  newPassword,
});
export const changeEmail = z.object({
  userId: id,
  clientAddress,
  email: loginBody.shape.email,
  password: loginBody.shape.password,
});
export const emailLink = z.object({ token: z.string().max(128) });
export const requestReset = z.object({ email: loginBody.shape.email, clientAddress });
export const checkReset = z.object({ token: z.string().max(128) });
export const resetPassword = z.object({ token: z.string().max(128), newPassword });

export type ListAccountsInput = z.infer<typeof listAccounts>;
export type MatchAccountsInput = z.infer<typeof matchAccounts>;
export type ChangePasswordInput = z.infer<typeof changePassword>;
export type ChangeEmailInput = z.infer<typeof changeEmail>;
export type RegisterInput = z.infer<typeof register>;
export type LoginInput = z.infer<typeof login>;
