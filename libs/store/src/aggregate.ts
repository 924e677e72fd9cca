import type { Schema } from 'mongoose';
import type { Message } from '@vault/messaging';

/** The fields of a document whose outbox the relay sends. */
export interface OutboxFields {
  _id: string;
  /** Rises with every change. */
  version: number;
  /** Messages not yet sent, in order. */
  outbox: Message[];
  /** Since when the outbox is not empty; absent when it is empty. */
  outboxSince?: Date | null;
}

/**
 * The fields of every stored aggregate in addition to its own. State, outbox and handled message ids change in one
 * atomic update, so no transaction over several documents is needed. A change based on an older version is refused and
 * decided again.
 */
export interface Aggregate extends OutboxFields {
  /** The owner of the data; every query over user data filters by it. */
  ownerId: string;
  /** Ids of the messages that were applied to this document, newest last. */
  handled: string[];
}

/** Number of handled ids per document: enough to cover the retention of topics. */
export const handledLimit = 200;

export interface AggregateOptions {
  /** Whether reads omit outbox and handled ids: for documents that are read much more often than changed. */
  readonly isHidden?: boolean;
}

/** Adds the fields of {@link OutboxFields} and the index of the outbox to a schema. */
export function addOutboxFields(schema: Schema, { isHidden = false }: AggregateOptions = {}): void {
  schema.add({
    version: { type: Number, default: 0 },
    outbox: { type: [Object], default: [], select: !isHidden },
    outboxSince: { type: Date },
  });
  schema.index({ outboxSince: 1 }, { sparse: true });
}

/** Adds the fields of {@link Aggregate} and the index of the outbox to a schema. */
export function addAggregateFields(schema: Schema, { isHidden = false }: AggregateOptions = {}): void {
  schema.add({
    _id: { type: String, required: true },
    ownerId: { type: String, required: true },
    handled: { type: [String], default: [], select: !isHidden },
  });
  addOutboxFields(schema, { isHidden });
  schema.set('minimize', false);
  schema.set('versionKey', false);
}
