import { type DocumentOf, documentSchema } from '@vault/store';
import { z } from 'zod';

export const librarySchema = documentSchema('libraries', {
  version: z.number().default(0),
  /** Ids of the videos that changed last, newest last. */
  recent: z.array(z.string()).default([]),
});

/** The version of the index of one owner's videos; copies in memory compare theirs with it. `_id` is the owner's id. */
export type LibraryDocument = DocumentOf<typeof librarySchema>;
