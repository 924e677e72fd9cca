import { z } from 'zod';
import type { AppError } from './app-error.ts';
import { errorCodes } from './error-codes.ts';

/** The form of every successful `/api` answer. */
export interface SuccessEnvelope<Data> {
  readonly status: 'success';
  readonly msg?: string;
  readonly data: Data;
}

/** The form of every failed `/api` answer, except the bare texts `Unauthorized` and `Forbidden`. */
export const errorEnvelope = z.object({
  status: z.literal('error'),
  msg: z.string().describe('A sentence to show to a person; its wording may change.'),
  code: z.enum(errorCodes).describe('What kind of failure it is.'),
  field: z.string().optional().describe('The field of the request to correct, where there is one.'),
});

export type ErrorEnvelope = z.infer<typeof errorEnvelope>;

export function toErrorEnvelope({ message: msg, code, field }: AppError): ErrorEnvelope {
  return { status: 'error', msg, code, ...(field !== undefined && { field }) };
}

/** The schema of a successful answer around `data`. */
export function successEnvelope<Data extends z.ZodType>(data: Data) {
  return z.object({
    status: z.literal('success'),
    msg: z.string().optional().describe('A sentence to show to a person.'),
    data,
  });
}
