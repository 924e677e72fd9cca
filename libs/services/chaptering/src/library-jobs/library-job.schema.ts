import { aggregateSchema, type DocumentOf } from '@vault/store';
import { z } from 'zod';
import type { JobVideo, LibraryWork, VideoOutcome } from '../domain/library-jobs/library-job.ts';

export const libraryJobSchema = aggregateSchema(
  'library_jobs',
  {
    jobId: z.string(),
    work: z.custom<LibraryWork>(),
    isUndo: z.boolean(),
    videos: z.array(z.custom<JobVideo>()),
    outcomes: z.array(z.custom<VideoOutcome>()),
    attempts: z.number(),
    problem: z.string(),
    shownUntil: z.date().optional(),
    /** Of the command. */
    correlationId: z.string(),
    traceparent: z.string().optional(),
    /** When a worker continues it, or removes it after its end. */
    nextCheckAt: z.date(),
  },
  { indexes: [[{ ownerId: 1 }], [{ nextCheckAt: 1 }]] },
);

/** The present or last change of many videos of an owner, whose id is `_id`. */
export type LibraryJobDocument = DocumentOf<typeof libraryJobSchema>;
