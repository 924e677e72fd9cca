import { z } from 'zod';

/** The form of every successful `/api` answer. */
export interface SuccessEnvelope<Data> {
  readonly status: 'success';
  readonly msg?: string;
  readonly data: Data;
}

/** The form of every failed `/api` answer, except the bare texts `Unauthorized` and `Forbidden`. */
export interface ErrorEnvelope {
  readonly status: 'error';
  /** A sentence a person can act on. */
  readonly msg: string;
}

export const errorEnvelope = z.object({
  status: z.literal('error'),
  msg: z.string().describe('A sentence to show to a person; its wording may change.'),
});

/** The schema of a successful answer around `data`. */
export function successEnvelope<Data extends z.ZodType>(data: Data) {
  return z.object({
    status: z.literal('success'),
    msg: z.string().optional().describe('A sentence to show to a person.'),
    data,
  });
}
