import { Schema } from 'mongoose';

/** A deleted video, kept for longer than any message about it may be late. `_id` is the video's id. */
export interface ForgottenVideo {
  _id: string;
  forgottenAt: Date;
}

const keptSeconds = 8 * 24 * 60 * 60;

export const forgottenVideoSchema = new Schema<ForgottenVideo>(
  { _id: { type: String, required: true }, forgottenAt: { type: Date, required: true } },
  { versionKey: false },
);
forgottenVideoSchema.index({ forgottenAt: 1 }, { expireAfterSeconds: keptSeconds });
