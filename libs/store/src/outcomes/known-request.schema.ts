import { z } from 'zod';
import { type DocumentOf, documentSchema } from '../documents/document-schema.ts';
import type { Models } from '../connection/service-store.ts';

/** The end of one command. */
export interface StoredEnd {
  readonly commandId: string;
  /** A `CommandEnd` as JSON. */
  readonly end: string;
}

const knownRequestSchema = documentSchema(
  'knownrequests',
  {
    /** The hash of the caller. */
    caller: z.string(),
    requestHash: z.string(),
    ends: z.array(z.custom<StoredEnd>()).default([]),
    forgetAt: z.date(),
  },
  { indexes: [[{ caller: 1, forgetAt: 1 }], [{ forgetAt: 1 }, { expireAfterSeconds: 0 }]] },
);

/**
 * A request of a client that chose an idempotency key, and how its commands to this service ended. `_id` is the key:
 * `<hash of the caller>.<hash of the route and of what the client chose>`.
 */
export type KnownRequestDocument = DocumentOf<typeof knownRequestSchema>;

/** The models of `StoredOutcomes`, in the store of each service. */
export const outcomeModels = [{ name: 'KnownRequest', schema: knownRequestSchema }] satisfies Models;
