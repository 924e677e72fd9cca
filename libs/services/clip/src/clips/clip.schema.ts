import { addAggregateFields, type Aggregate } from '@vault/platform';
import { Schema } from 'mongoose';
import type { ClipProgress } from '../domain/clip-steps.ts';

/** A span of a video as a file of its own. `_id` is made of owner, video and span. */
export interface ClipDocument extends Aggregate, ClipProgress {
  videoId: string;
  /** All three ids the video is found by. */
  anyVideoIds: string[];
  /** The video's at the video host. */
  sourceAssetId: string;
  /** Seconds. */
  start: number;
  end: number;
  /** What the file is called at the video host. */
  fileName: string;
  createdAt: Date;
  /** Of the request that asked for it. */
  correlationId: string;
  /** The message that is asking the host, and until when nobody else does. */
  askedBy: string;
  askedUntil: Date;
  /** Nobody sees it any more, and its traces at the host are being removed. */
  deletedAt?: Date;
}

export const clipSchema = new Schema<ClipDocument>({
  videoId: { type: String, required: true },
  anyVideoIds: { type: [String], required: true },
  sourceAssetId: { type: String, required: true },
  start: { type: Number, required: true },
  end: { type: Number, required: true },
  fileName: { type: String, required: true },
  state: { type: String, default: 'making' },
  reason: { type: String, default: '' },
  assetId: { type: String, default: '' },
  playbackId: { type: String, default: '' },
  wasteIds: { type: [String], default: [] },
  percent: { type: Number, default: 0 },
  movedAt: { type: Date, required: true },
  createdAt: { type: Date, required: true },
  correlationId: { type: String, default: '' },
  askedBy: { type: String, required: true },
  askedUntil: { type: Date, required: true },
  nextCheckAt: Date,
  deletedAt: Date,
});

addAggregateFields(clipSchema);
clipSchema.index({ ownerId: 1, anyVideoIds: 1 });
clipSchema.index({ ownerId: 1, state: 1 });
clipSchema.index({ nextCheckAt: 1 }, { sparse: true });
