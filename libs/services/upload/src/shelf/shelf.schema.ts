import { Schema } from 'mongoose';

/** One place of a plan, held by a video of the library or an open upload. */
export interface Place {
  readonly videoId: string;
  readonly takenAt: Date;
}

/** The places of one owner. */
export interface ShelfDocument {
  /** The owner's id. */
  _id: string;
  places: Place[];
}

export const shelfSchema = new Schema<ShelfDocument>(
  { _id: { type: String, required: true }, places: { type: [Object], default: [] } as never },
  { versionKey: false },
);
