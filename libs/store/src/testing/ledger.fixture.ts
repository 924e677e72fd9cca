import { z } from 'zod';
import { aggregateSchema, type DocumentOf } from '../documents/document-schema.ts';

const fields = { sum: z.number().default(0) };

/** A small aggregate for the platform's own tests: a sum that messages add to. */
export const ledgerSchema = aggregateSchema('ledgers', fields);
export type LedgerDocument = DocumentOf<typeof ledgerSchema>;

/** The same schema, whose reads omit outbox and handled ids. */
export const hidingLedgerSchema = aggregateSchema('hidingledgers', fields, { isHidden: true });
