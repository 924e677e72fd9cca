import { tombstoneMs } from '@vault/contracts';
import { type DocumentOf, documentSchema } from '@vault/store';
import { z } from 'zod';

export const deletedVideoSchema = documentSchema(
  'deletedvideos',
  { deletedAt: z.date() },
  { indexes: [[{ deletedAt: 1 }, { expireAfterSeconds: tombstoneMs / 1_000 }]] },
);

/** The tombstone of a deleted video, kept longer than messages are retained. `_id` is the video's id. */
export type DeletedVideo = DocumentOf<typeof deletedVideoSchema>;
