import { Schema } from 'mongoose';

/** How often the index of one person's videos has changed, so that copies of it in memory know whether they still hold. */
export interface LibraryDocument {
  /** The owner's id. */
  _id: string;
  /** Rises with every change. */
  revision: number;
  /** The videos of the last changes, newest last. */
  recent: string[];
}

export const librarySchema = new Schema<LibraryDocument>(
  {
    _id: { type: String, required: true },
    revision: { type: Number, default: 0 },
    recent: { type: [String], default: [] },
  },
  { versionKey: false },
);
