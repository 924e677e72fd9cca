import type { MomentKind } from '@vault/contracts';
import { addAggregateFields, type Aggregate } from '@vault/store';
import { Schema } from 'mongoose';

/** The span of a video that a shared link shows. */
export interface MomentSpan {
  readonly videoId: string;
  readonly kind: MomentKind;
  /** Seconds. */
  readonly start: number;
  readonly end: number;
}

/** A link that works for anyone. `_id` is a part of its address, and cannot be guessed. */
export interface MomentDocument extends Aggregate, MomentSpan {
  createdAt: Date;
  /** The link does not work after this time; absent or null: it does not end. */
  endsAt?: Date | null;
  /** Whether search engines may list its page. */
  isListed: boolean;
  plays: number;
}

export const momentSchema = new Schema<MomentDocument>({
  videoId: { type: String, required: true },
  kind: { type: String, required: true },
  start: { type: Number, required: true },
  end: { type: Number, required: true },
  createdAt: { type: Date, required: true },
  endsAt: Date,
  isListed: { type: Boolean, default: false },
  plays: { type: Number, default: 0 },
});
addAggregateFields(momentSchema);
momentSchema.index({ ownerId: 1, videoId: 1, start: 1, end: 1, kind: 1 }, { unique: true });
momentSchema.index({ ownerId: 1, _id: 1 });
