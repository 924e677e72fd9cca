import { type DocumentOf, documentSchema } from '@vault/store';
import { z } from 'zod';

/** One slot of a plan, taken by a video of the library or an open upload. */
export interface QuotaSlot {
  readonly videoId: string;
  readonly takenAt: Date;
}

export const videoQuotaSchema = documentSchema('videoquotas', {
  slots: z.array(z.custom<QuotaSlot>()).default([]),
  /** Counts the handled events that an access or a session of the owner has ended. */
  accessEnds: z.number().default(0),
});

/** The slots that one owner has taken. `_id` is the owner's id. */
export type VideoQuotaDocument = DocumentOf<typeof videoQuotaSchema>;
