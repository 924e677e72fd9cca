import { z } from 'zod';

/** The header with the key that a client chose for a request. */
export const idempotencyHeader = 'idempotency-key';

/** A UUID, or any other text that nobody guesses. */
export const idempotencyKey = z.string().regex(/^[\w-]{16,64}$/);
