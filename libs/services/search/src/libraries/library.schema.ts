import { documentSchema } from '@vault/store';

/** The revision of the index of one owner's videos; copies in memory compare theirs with it. */
export interface LibraryDocument {
  /** The owner's id. */
  _id: string;
  revision: number;
  /** Ids of the videos that changed last, newest last. */
  recent: string[];
}

export const librarySchema = documentSchema<LibraryDocument>('libraries', {
  revision: { type: Number, default: 0 },
  recent: { type: [String], default: [] },
});
