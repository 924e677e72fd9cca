import { addAggregateFields, type Aggregate } from '@vault/platform';
import { Schema } from 'mongoose';
import type { Chapter } from '../domain/chapter.ts';
import type { Job, Jobs } from '../domain/job.ts';
import type { Ending } from '../domain/work.ts';

/** Where the transcript of a video is at the video host; absent when there is none. */
export interface TranscriptSource {
  readonly playbackId: string;
  readonly trackId: string;
  readonly language: string;
}

/** All chapters of one video. `_id` is the video's id. */
export interface ChapterSetDocument extends Aggregate {
  chapters: Chapter[];
  summary: string;
  /** Rises with each change of what a person sees and edits; absent in sets of older versions, which have not changed since. */
  revision?: number;
  /** What searches are given as the summary, where a person wrote that. */
  searchSummary?: string;
  /** When a person last changed which chapters there are. */
  structureEditedAt?: Date;
  durationSeconds: number;
  source: TranscriptSource | null;
  /** What is written for it, or will be; older versions had one job alone. */
  jobs?: Jobs;
  job: Job | null;
  /** Operations that have ended and are not settled yet. */
  endings?: Ending[];
  /** When a worker should look at the set; absent when there is nothing to do. */
  jobDueAt?: Date;
  /** The video is gone. Only ids are left, for a while, so that nothing that comes late brings it back. */
  deletedAt?: Date;
}

export const chapterSetSchema = new Schema<ChapterSetDocument>({
  chapters: { type: [Object], default: [] } as never,
  summary: { type: String, default: '' },
  revision: Number,
  searchSummary: String,
  structureEditedAt: Date,
  durationSeconds: { type: Number, default: 0 },
  source: { type: Object, default: null },
  jobs: { type: Object, default: {} },
  job: { type: Object, default: null },
  endings: { type: [Object], default: [] } as never,
  jobDueAt: Date,
  deletedAt: Date,
});

addAggregateFields(chapterSetSchema);
chapterSetSchema.index({ ownerId: 1, _id: 1 });
chapterSetSchema.index({ jobDueAt: 1 }, { sparse: true });
