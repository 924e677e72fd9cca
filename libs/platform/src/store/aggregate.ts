import type { Schema } from 'mongoose';
import type { Message } from '../events/message.ts';

/**
 * What every stored aggregate carries beside its own fields. State, outbox and handled message ids change together in
 * one atomic update, so no store needs a transaction over several documents.
 */
export interface Aggregate {
  _id: string;
  /** Whose data it is; every query over user data begins with it. */
  ownerId: string;
  /** Rises with every change; a change made from an older version is refused and decided anew. */
  version: number;
  /** Messages not yet sent, in order. */
  outbox: Message[];
  /** Since when the outbox holds something; absent when it is empty. */
  outboxSince?: Date | null;
  /** Ids of the messages whose effect this document already holds, newest last. */
  handled: string[];
}

/** Ids are kept for longer than a topic keeps its messages: this many per document. */
export const handledLimit = 200;

export interface AggregateOptions {
  /** Whether reads leave outbox and handled ids out: for documents that are read much more often than changed. */
  readonly isHidden?: boolean;
}

/** Adds the aggregate's own fields and the index of its outbox to a schema. */
export function addAggregateFields(schema: Schema, { isHidden = false }: AggregateOptions = {}): void {
  schema.add({
    _id: { type: String, required: true },
    ownerId: { type: String, required: true },
    version: { type: Number, default: 0 },
    outbox: { type: [Object], default: [], select: !isHidden },
    outboxSince: { type: Date },
    handled: { type: [String], default: [], select: !isHidden },
  });
  schema.index({ outboxSince: 1 }, { sparse: true });
  schema.set('minimize', false);
  schema.set('versionKey', false);
}
