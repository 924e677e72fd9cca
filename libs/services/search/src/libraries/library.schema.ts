import { documentSchema } from '@vault/store';

/** The version of the index of one owner's videos; copies in memory compare theirs with it. */
export interface LibraryDocument {
  /** The owner's id. */
  _id: string;
  version: number;
  /** Ids of the videos that changed last, newest last. */
  recent: string[];
}

export const librarySchema = documentSchema<LibraryDocument>('libraries', {
  version: { type: Number, default: 0 },
  recent: { type: [String], default: [] },
});
