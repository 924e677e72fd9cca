import { documentSchema } from '@vault/store';

/** The tombstone of a deleted video, kept longer than messages are retained. `_id` is the video's id. */
export interface DeletedVideo {
  _id: string;
  deletedAt: Date;
}

const retentionSeconds = 8 * 24 * 60 * 60;

export const deletedVideoSchema = documentSchema<DeletedVideo>('deletedvideos', {
  deletedAt: { type: Date, required: true },
});
deletedVideoSchema.index({ deletedAt: 1 }, { expireAfterSeconds: retentionSeconds });
