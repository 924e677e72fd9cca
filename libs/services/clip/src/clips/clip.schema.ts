import { addAggregateFields, type Aggregate } from '@vault/store';
import { Schema } from 'mongoose';
import type { ClipLook } from '../domain/clip-identity.ts';
import type { ClipProgress } from '../domain/clip-steps.ts';

/** A time range of a video as a separate file. `_id` is a hash of owner, video, range and look. */
export interface ClipDocument extends Aggregate, ClipProgress, Partial<ClipLook> {
  videoId: string;
  /** The asset of the video at the video host. */
  sourceAssetId: string;
  /** Seconds. */
  start: number;
  end: number;
  /** The name of the file at the video host. */
  fileName: string;
  createdAt: Date;
  /** Of the request that caused it. */
  correlationId: string;
  traceparent?: string;
  /** The message whose handler is calling the host, and until when no other one may. */
  requestedBy: string;
  requestedUntil: Date;
  /** Hidden since then, until its asset at the host is deleted. */
  deletedAt?: Date;
  /** Set when its owner has deleted it: until then the same request undoes that. */
  restorableUntil?: Date;
  /** A deleted clip that can be restored has another playback id, so that nobody plays it by the address that it had. */
  isHidden?: boolean;
}

export const clipSchema = new Schema<ClipDocument>({
  videoId: { type: String, required: true },
  sourceAssetId: { type: String, required: true },
  start: { type: Number, required: true },
  end: { type: Number, required: true },
  frame: String,
  centre: Number,
  fit: String,
  captions: String,
  fileName: { type: String, required: true },
  state: { type: String, default: 'making' },
  reason: { type: String, default: '' },
  assetId: { type: String, default: '' },
  playbackId: { type: String, default: '' },
  bytes: { type: Number, default: 0 },
  obsoleteAssetIds: { type: [String], default: [] },
  percent: { type: Number, default: 0 },
  progressedAt: { type: Date, required: true },
  createdAt: { type: Date, required: true },
  correlationId: { type: String, default: '' },
  traceparent: String,
  requestedBy: { type: String, required: true },
  requestedUntil: { type: Date, required: true },
  nextCheckAt: Date,
  deletedAt: Date,
  restorableUntil: Date,
  isHidden: Boolean,
});

addAggregateFields(clipSchema);
clipSchema.index({ ownerId: 1, videoId: 1 });
clipSchema.index({ ownerId: 1, state: 1 });
clipSchema.index({ nextCheckAt: 1 }, { sparse: true });
