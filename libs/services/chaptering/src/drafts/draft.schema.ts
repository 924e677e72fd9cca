import { Schema } from 'mongoose';
import type { ContentDraft } from '../domain/apply-person-edits.ts';

/** How long a draft is kept for the command that names it, in seconds. */
export const draftSeconds = 60 * 60;

/** Staged edits of chapters, until a command saves them. */
export interface DraftDocument extends ContentDraft {
  /** Owner and draft id: nobody can read or overwrite the draft of another person. */
  _id: string;
  ownerId: string;
  videoId: string;
  createdAt: Date;
}

export const draftSchema = new Schema<DraftDocument>(
  {
    _id: { type: String, required: true },
    ownerId: { type: String, required: true },
    videoId: { type: String, required: true },
    chapters: { type: [Object], default: undefined } as never,
    searchSummary: String,
    createdAt: { type: Date, required: true },
  },
  { versionKey: false, minimize: false, collection: 'chapterdrafts' },
);
draftSchema.index({ ownerId: 1, videoId: 1 });
draftSchema.index({ createdAt: 1 }, { expireAfterSeconds: draftSeconds });
