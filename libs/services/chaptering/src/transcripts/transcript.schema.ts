import { type DocumentOf, documentSchema } from '@vault/store';
import { z } from 'zod';
import type { StoredCaptions } from './stored-captions.ts';

/** Captions of a person. */
export interface Upload extends StoredCaptions {
  readonly id: string;
}

export const transcriptSchema = documentSchema(
  'transcripts',
  {
    ownerId: z.string(),
    /** Its text track at the video host; empty while nothing of the host is stored. */
    trackId: z.string().default(''),
    /** WebVTT of the video host. */
    vtt: z.string().default(''),
    /** As in {@link StoredCaptions}. */
    wordTimes: z.string().optional(),
    confidence: z.string().optional(),
    /** The one that the chapter set names is used; another one is being replaced. */
    uploads: z.array(z.custom<Upload>()).optional(),
  },
  { indexes: [[{ ownerId: 1, _id: 1 }]] },
);

/** The transcript of one video. `_id` is the video's id. */
export type TranscriptDocument = DocumentOf<typeof transcriptSchema>;
