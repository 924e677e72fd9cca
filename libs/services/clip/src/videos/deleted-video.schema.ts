import { tombstoneMs } from '@vault/contracts';
import { documentSchema } from '@vault/store';

/** The tombstone of a deleted video, kept longer than messages are retained. `_id` is the video's id. */
export interface DeletedVideo {
  _id: string;
  deletedAt: Date;
}

export const deletedVideoSchema = documentSchema<DeletedVideo>('deletedvideos', {
  deletedAt: { type: Date, required: true },
});
deletedVideoSchema.index({ deletedAt: 1 }, { expireAfterSeconds: tombstoneMs / 1_000 });
