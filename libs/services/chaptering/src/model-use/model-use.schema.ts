import { Schema } from 'mongoose';

/** How often the language model was called for one owner on one day; no content. */
export interface ModelUseDocument {
  /** `owner/yyyy-MM-dd`. */
  _id: string;
  ownerId: string;
  /** The first instant of the day, in UTC. */
  day: Date;
  calls: number;
}

/** Longer than a day, with room for clock differences between machines. */
const keptSeconds = 3 * 24 * 60 * 60;

export const modelUseSchema = new Schema<ModelUseDocument>(
  {
    _id: { type: String, required: true },
    ownerId: { type: String, required: true },
    day: { type: Date, required: true },
    calls: { type: Number, required: true },
  },
  { versionKey: false, collection: 'modeluse' },
);
modelUseSchema.index({ ownerId: 1 });
modelUseSchema.index({ day: 1 }, { expireAfterSeconds: keptSeconds });
