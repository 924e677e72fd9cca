import { tombstoneMs } from '@vault/contracts';
import { z } from 'zod';
import { type DocumentOf, documentSchema } from '../documents/document-schema.ts';

export const deletedOwnerSchema = documentSchema(
  'deletedowners',
  {
    deletedAt: z.date(),
    /** The correlation id of the request that deleted the account. */
    correlationId: z.string().default(''),
    traceparent: z.string().optional(),
    /** When data that was stored after the deletion is removed next. */
    nextCheckAt: z.date(),
  },
  { indexes: [[{ nextCheckAt: 1 }]] },
);

/**
 * An owner whose account was deleted, kept for longer than messages are retained. It contains no personal data. `_id` is
 * the owner's id.
 */
export type DeletedOwnerDocument = DocumentOf<typeof deletedOwnerSchema>;

export const deletedVideoSchema = documentSchema(
  'deletedvideos',
  { deletedAt: z.date() },
  { indexes: [[{ deletedAt: 1 }, { expireAfterSeconds: tombstoneMs / 1_000 }]] },
);

/** A deleted video, kept for as long. `_id` is its id. */
export type DeletedVideoDocument = DocumentOf<typeof deletedVideoSchema>;
