import { documentSchema } from '@vault/store';

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

export const modelUseSchema = documentSchema<ModelUseDocument>('modeluse', {
  ownerId: { type: String, required: true },
  day: { type: Date, required: true },
  calls: { type: Number, required: true },
});
modelUseSchema.index({ ownerId: 1 });
modelUseSchema.index({ day: 1 }, { expireAfterSeconds: keptSeconds });
