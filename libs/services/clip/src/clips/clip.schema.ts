import { aggregateSchema, type DocumentOf } from '@vault/store';
import { z } from 'zod';
import type { ClipLook } from '../domain/clip-identity.ts';
import { clipProgress } from '../domain/clip-steps.ts';

export const clipSchema = aggregateSchema(
  'clips',
  {
    ...clipProgress,
    videoId: z.string(),
    /** Of a clip whose video has moved: the first owner, whose id may be in the hash. */
    firstOwnerId: z.string().optional(),
    /** The asset of the video at the video host. */
    sourceAssetId: z.string(),
    /** Seconds. */
    start: z.number(),
    end: z.number(),
    frame: z.custom<ClipLook['frame']>().optional(),
    centre: z.number().optional(),
    fit: z.custom<ClipLook['fit']>().optional(),
    captions: z.custom<ClipLook['captions']>().optional(),
    /** The name of the file at the video host. */
    fileName: z.string(),
    createdAt: z.date(),
    /** Of the request that caused it. */
    correlationId: z.string().default(''),
    traceparent: z.string().optional(),
    /** The message whose handler is calling the host, and until when no other one may. */
    requestedBy: z.string(),
    requestedUntil: z.date(),
    /** Hidden since then, until its asset at the host is deleted. */
    deletedAt: z.date().optional(),
    /** Set when its owner has deleted it: until then the same request undoes that. */
    restorableUntil: z.date().optional(),
    /** A deleted clip that can be restored has another playback id, so that nobody plays it by the address that it had. */
    isHidden: z.boolean().optional(),
  },
  {
    indexes: [
      [{ ownerId: 1, videoId: 1 }],
      [{ ownerId: 1, state: 1 }],
      [{ nextCheckAt: 1 }, { sparse: true }],
    ],
  },
);

/** A time range of a video as a separate file. `_id` is a hash of video, range and look; in clips of an earlier version also of the owner. */
export type ClipDocument = DocumentOf<typeof clipSchema>;
