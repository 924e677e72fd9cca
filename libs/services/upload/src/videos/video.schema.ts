import { addAggregateFields, type Aggregate } from '@vault/store';
import type { VideoState } from '@vault/contracts';
import { Schema } from 'mongoose';
import type { Remakes } from '../domain/remakes.ts';
import type { VideoProgress } from '../domain/video-steps.ts';

/** One upload session and the video it becomes. `_id` is the session's id, the `passthrough`. */
export interface VideoDocument extends Aggregate, VideoProgress {
  uploadId: string;
  /** The ids by which clients may name the video: its own, and those of its upload and of its assets. */
  publicIds: string[];
  title: string;
  /** The sortable form of the title. */
  titleKey: string;
  description: string;
  /** A person wrote the description: a generated summary does not replace it. */
  hasOwnDescription: boolean;
  createdAt: Date;
  /** Of the request that opened the upload; later messages and logs carry it. */
  correlationId: string;
  traceparent?: string;
  /** When each step was reached. */
  stepTimes: Partial<Record<VideoState, Date>>;
  /** When the page first saved it. */
  savedAt?: Date;
  /** The next check at the host; absent when no change is expected. */
  nextCheckAt?: Date;
  /** How often the host was asked today to work on it again; absent: never. */
  remakes?: Remakes;
  /** The session of the owner in which the upload was opened. */
  openedIn?: string;
  /** Where the bytes are sent, with its own secret; only of an upload whose request may be repeated. */
  uploadUrl?: string;
  /** Why the upload is cancelled, as a sentence for the owner; set only while the upload is empty. */
  cancelReason?: string;
  /** Set when the video was deleted: the record is a tombstone. */
  deletedAt?: Date;
}

export const videoSchema = new Schema<VideoDocument>({
  uploadId: { type: String, required: true },
  publicIds: { type: [String], required: true },
  assetId: { type: String, default: '' },
  title: { type: String, default: '' },
  titleKey: { type: String, default: '' },
  description: { type: String, default: '' },
  hasOwnDescription: { type: Boolean, default: false },
  playbackId: { type: String, default: '' },
  captionsTrackId: { type: String, default: '' },
  captionsState: { type: String, default: 'pending' },
  captionsReason: { type: String, default: '' },
  captionsLanguage: String,
  recognition: Object,
  durationSeconds: { type: Number, default: 0 },
  isPlayable: { type: Boolean, default: false },
  downloadName: { type: String, default: '' },
  downloadBytes: { type: Number, default: 0 },
  contents: { type: [Object], default: [] } as never,
  chaptersTrackId: { type: String, default: '' },
  selection: { type: Object, default: null },
  tracksProblem: { type: String, default: '' },
  obsoleteAssetIds: { type: [String], default: [] },
  obsoleteTrackIds: { type: [String], default: undefined } as never,
  state: { type: String, default: 'uploading' },
  stepPercent: { type: Number, default: 0 },
  stepWork: { type: Object, default: null },
  failure: { type: Object, default: null },
  stepTimes: { type: Object, default: {} },
  createdAt: { type: Date, required: true },
  correlationId: { type: String, default: '' },
  traceparent: String,
  savedAt: Date,
  nextCheckAt: Date,
  remakes: Object,
  openedIn: String,
  uploadUrl: String,
  cancelReason: String,
  deletedAt: Date,
});

addAggregateFields(videoSchema, { isHidden: true });
videoSchema.index({ ownerId: 1, publicIds: 1 });
videoSchema.index({ ownerId: 1, createdAt: -1, _id: -1 });
videoSchema.index({ uploadId: 1 }, { unique: true });
videoSchema.index({ 'selection.assetId': 1 }, { sparse: true });
videoSchema.index({ nextCheckAt: 1 }, { sparse: true });
// For the staff lists across owners: one index for each order, and one for the tombstones.
videoSchema.index({ createdAt: -1, _id: -1 });
videoSchema.index({ titleKey: 1, _id: 1 });
videoSchema.index({ assetId: 1, _id: 1 });
videoSchema.index({ state: 1, createdAt: -1, _id: -1 });
videoSchema.index({ deletedAt: 1 }, { sparse: true });
