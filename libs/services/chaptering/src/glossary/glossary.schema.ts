import { aggregateSchema, type DocumentOf } from '@vault/store';
import { z } from 'zod';
import type { CountedCorrection } from '../domain/glossary/glossary-corrections.ts';
import type { GlossaryTerm } from '../domain/glossary/glossary-term.ts';

export const glossarySchema = aggregateSchema(
  'glossaries',
  {
    terms: z.array(z.custom<GlossaryTerm>()).default([]),
    /** Rises with each change of the terms: `version` in messages and the API. */
    contentVersion: z.number().default(0),
    /** What people have corrected in transcripts, the newest first. */
    corrections: z.array(z.custom<CountedCorrection>()).default([]),
  },
  { isHidden: true, indexes: [[{ ownerId: 1 }]] },
);

/** How one owner writes names. `_id` is the owner's id. */
export type GlossaryDocument = DocumentOf<typeof glossarySchema>;
