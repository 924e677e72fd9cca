import { documentSchema } from '@vault/store';

/** One slot of a plan, taken by a video of the library or an open upload. */
export interface QuotaSlot {
  readonly videoId: string;
  readonly takenAt: Date;
}

/** The slots that one owner has taken. */
export interface VideoQuotaDocument {
  /** The owner's id. */
  _id: string;
  slots: QuotaSlot[];
  /** Counts the handled events that an access or a session of the owner has ended. */
  accessEnds: number;
}

export const videoQuotaSchema = documentSchema<VideoQuotaDocument>('videoquotas', {
  slots: { type: [Object], default: [] } as never,
  accessEnds: { type: Number, default: 0 },
});
