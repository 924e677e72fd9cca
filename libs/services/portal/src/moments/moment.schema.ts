import { momentKinds } from '@vault/contracts';
import { aggregateSchema, type DocumentOf } from '@vault/store';
import { z } from 'zod';

export const momentSchema = aggregateSchema(
  'moments',
  {
    videoId: z.string(),
    kind: z.enum(momentKinds),
    /** Seconds. */
    start: z.number(),
    end: z.number(),
    createdAt: z.date(),
    /** The link does not work after this time; absent or null: it does not end. */
    endsAt: z.date().nullish(),
    /** Whether search engines may list its page. */
    isListed: z.boolean().default(false),
    plays: z.number().default(0),
  },
  {
    indexes: [
      [{ ownerId: 1, videoId: 1, start: 1, end: 1, kind: 1 }, { unique: true }],
      [{ ownerId: 1, _id: 1 }],
    ],
  },
);

/** A link that works for anyone. `_id` is a part of its address, and cannot be guessed. */
export type MomentDocument = DocumentOf<typeof momentSchema>;

/** The span of a video that a shared link shows. */
export type MomentSpan = Pick<MomentDocument, 'videoId' | 'kind' | 'start' | 'end'>;
