import type { Message } from '@vault/messaging';
import { z } from 'zod';

/** The fields of a document whose outbox the relay sends. */
export const outboxFields = {
  _id: z.string(),
  /** Rises with every change. */
  version: z.number().default(0),
  /** Messages not yet sent, in order. */
  outbox: z.array(z.custom<Message>()).default([]),
  /** Since when the outbox is not empty; absent when it is empty. */
  outboxSince: z.date().nullish(),
};

/**
 * The fields of every stored aggregate in addition to its own. State, outbox and handled message ids change in one
 * atomic update, so no transaction over several documents is needed. A change based on an older version is refused and
 * decided again.
 */
export const aggregateFields = {
  ...outboxFields,
  /** The owner of the data; every query over user data filters by it. */
  ownerId: z.string(),
  /** Ids of the messages that were applied to this document, newest last. */
  handled: z.array(z.string()).default([]),
};

export type OutboxFields = z.infer<z.ZodObject<typeof outboxFields>>;
export type Aggregate = z.infer<z.ZodObject<typeof aggregateFields>>;

/** Number of handled ids per document: enough to cover the retention of topics. */
export const handledLimit = 200;
