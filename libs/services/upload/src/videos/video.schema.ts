import { aggregateSchema, type DocumentOf } from '@vault/store';
import type { VideoDetails, VideoState } from '@vault/contracts';
import { z } from 'zod';
import type { Remakes } from '../domain/remakes.ts';
import { videoProgress } from '../domain/video-progress.ts';

/** The place of a moved video that has to be free again. */
export interface MovedFrom {
  readonly ownerId: string;
  /** Of its slot: one that was taken later is of a video that has come back. Absent: it had none. */
  readonly takenAt?: Date | undefined;
}

const text = z.string().default('');
const details: { [Name in keyof VideoDetails]: typeof text } = { title: text, description: text };

export const videoSchema = aggregateSchema(
  'videos',
  {
    ...videoProgress,
    uploadId: z.string(),
    /** The ids by which clients may name the video: its own, and those of its upload and of its assets. */
    publicIds: z.array(z.string()),
    ...details,
    /** The sortable form of the title. */
    titleKey: z.string().default(''),
    /** A person wrote the description: a generated summary does not replace it. */
    hasOwnDescription: z.boolean().default(false),
    createdAt: z.date(),
    /** Of the request that opened the upload; later messages and logs carry it. */
    correlationId: z.string().default(''),
    traceparent: z.string().optional(),
    /** When each step was reached. */
    stepTimes: z.custom<Partial<Record<VideoState, Date>>>().default({}),
    /** When the page first saved it. */
    savedAt: z.date().optional(),
    /** The next check at the host; absent when no change is expected. */
    nextCheckAt: z.date().optional(),
    /** How often the host was asked today to work on it again; absent: never. */
    remakes: z.custom<Remakes>().optional(),
    /** The person who uploaded a video of a team. */
    createdBy: z.string().optional(),
    /** The session in which the upload was opened. */
    openedIn: z.string().optional(),
    /** Where the bytes are sent, with its own secret; only of an upload whose request may be repeated. */
    uploadUrl: z.string().optional(),
    /** Why the upload is cancelled, as a sentence for the owner; set only while the upload is empty. */
    cancelReason: z.string().optional(),
    /** The owner before, as long as the video still takes a place there. */
    movedFrom: z.custom<MovedFrom>().optional(),
    /** Set when the video was deleted: the record is a tombstone. */
    deletedAt: z.date().optional(),
  },
  {
    isHidden: true,
    indexes: [
      [{ ownerId: 1, publicIds: 1 }],
      [{ ownerId: 1, createdAt: -1, _id: -1 }],
      // Counts the videos of an owner without reading them.
      [{ ownerId: 1, deletedAt: 1, assetId: 1 }],
      [{ uploadId: 1 }, { unique: true }],
      [{ playbackId: 1 }],
      [{ 'selection.assetId': 1 }, { sparse: true }],
      [{ nextCheckAt: 1 }, { sparse: true }],
      [{ createdBy: 1 }, { sparse: true }],
      // For the staff lists across owners: one index for each order, and one for the tombstones.
      [{ createdAt: -1, _id: -1 }],
      [{ titleKey: 1, _id: 1 }],
      [{ assetId: 1, _id: 1 }],
      [{ state: 1, createdAt: -1, _id: -1 }],
      [{ deletedAt: 1 }, { sparse: true }],
    ],
  },
);

/** One upload session and the video it becomes. `_id` is the session's id, the `passthrough`. */
export type VideoDocument = DocumentOf<typeof videoSchema>;
