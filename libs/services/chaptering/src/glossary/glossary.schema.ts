import { addAggregateFields, type Aggregate } from '@vault/store';
import { Schema } from 'mongoose';
import type { CountedCorrection } from '../domain/glossary-corrections.ts';
import type { GlossaryTerm } from '../domain/glossary-term.ts';

/** How one owner writes names. `_id` is the owner's id. */
export interface GlossaryDocument extends Aggregate {
  terms: GlossaryTerm[];
  /** Rises with each change of the terms: `version` in messages and the API. */
  contentVersion: number;
  /** What people have corrected in transcripts, the newest first. */
  corrections: CountedCorrection[];
}

export const glossarySchema = new Schema<GlossaryDocument>(
  {
    terms: { type: [Object], default: [] } as never,
    contentVersion: { type: Number, default: 0 },
    corrections: { type: [Object], default: [] } as never,
  },
  { collection: 'glossaries' },
);

addAggregateFields(glossarySchema, { isHidden: true });
glossarySchema.index({ ownerId: 1 });
