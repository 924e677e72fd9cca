import { Schema } from 'mongoose';
import { addAggregateFields, type Aggregate } from '../aggregate.ts';

/** A small aggregate for the platform's own tests: a sum that messages add to. */
export interface LedgerDocument extends Aggregate {
  sum: number;
}

export const ledgerSchema = new Schema<LedgerDocument>({ sum: { type: Number, default: 0 } });
addAggregateFields(ledgerSchema);

/** The same schema, whose reads omit outbox and handled ids. */
export const hidingLedgerSchema = new Schema<LedgerDocument>({ sum: { type: Number, default: 0 } });
addAggregateFields(hidingLedgerSchema, { isHidden: true });
