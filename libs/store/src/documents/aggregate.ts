import type { Message } from '@vault/messaging';
import { z } from 'zod';

/** What an outbox keeps until it was sent: a message, unless its collection says otherwise. */
export interface OutboxItem {
  readonly id: string;
}

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

export type OutboxFields<Item extends OutboxItem = Message> = WithOutbox<typeof outboxFields, Item>;
export type Aggregate<Item extends OutboxItem = Message> = WithOutbox<typeof aggregateFields, Item>;
type WithOutbox<Fields extends z.ZodRawShape, Item> = Omit<z.infer<z.ZodObject<Fields>>, 'outbox'> & {
  outbox: Item[];
};

/** Number of handled ids per document: enough to cover the retention of topics. */
export const handledLimit = 200;
