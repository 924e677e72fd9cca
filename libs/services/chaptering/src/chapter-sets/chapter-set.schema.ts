import { addAggregateFields, type Aggregate } from '@vault/store';
import { Schema } from 'mongoose';
import type { ListedChapter } from '../domain/chapter.ts';
import type { ChaptersOrigin } from '../domain/generated-text.ts';
import type { Jobs } from '../domain/job.ts';
import type { NameToCheck } from '../domain/names-to-check.ts';
import type { Mend } from '../domain/transcript-overlay.ts';
import type { Settlement } from '../domain/work.ts';

/** Where the transcript of a video is at the video host; absent when there is none. */
export interface TranscriptSource {
  readonly playbackId: string;
  readonly trackId: string;
  readonly language: string;
}

/** Where the chapters that the uploaded file contains are at the video host. */
export type ChapterSource = Pick<TranscriptSource, 'playbackId' | 'trackId'>;

/** A person has checked the present words of the transcript. */
export interface TranscriptReview {
  readonly at: Date;
  /** The id of the user. */
  readonly by: string;
}

/** Captions of a person, which are used instead of those of the video host. */
export interface UploadedCaptions {
  /** The id of the command that brought them; their words are in the transcript under it. */
  readonly id: string;
  readonly at: Date;
}

/** All chapters of one video. `_id` is the video's id. */
export interface ChapterSetDocument extends Aggregate {
  chapters: ListedChapter[];
  summary: string;
  /** From 0; rises with each change of what a person sees and edits: `version` in messages and the API. */
  contentVersion: number;
  /** Replaces the summary in search prompts, where a person wrote it. */
  searchSummary?: string;
  /** When a person last added, removed or moved chapters. */
  structureEditedAt?: Date;
  durationSeconds: number;
  source: TranscriptSource | null;
  /** Absent while the captions of `source` are used. */
  uploadedCaptions?: UploadedCaptions;
  chapterSource: ChapterSource | null;
  /** Whether the chapters come from the uploaded file. */
  areOfFile: boolean;
  /** Absent while there are no generated chapters. */
  chaptersOrigin?: ChaptersOrigin;
  /** The words of people over the recognised ones; up to 1 MiB, so reads of several sets may omit them. */
  mends?: Mend[];
  /** Rises with each change of words by a person, also by other captions; absent: as recognised. */
  transcriptVersion?: number;
  transcriptReview?: TranscriptReview;
  /** How many lines the glossary corrected when these captions arrived; absent: none. */
  glossaryApplied?: number;
  /** Words that sounded like a term when the chapters were generated, and are still said. */
  names?: NameToCheck[];
  /** The summary was changed with the words that it repeats, and not generated since. */
  isSummaryFollowed?: boolean;
  /** Queued and running generations. */
  jobs: Jobs;
  /** Operations that have ended and are not settled yet. */
  settlements: Settlement[];
  /** When a worker has to check the set; absent when there is nothing to do. */
  jobDueAt?: Date;
  /** The video was deleted. The set stays as a tombstone of ids, so that late messages do not recreate it. */
  deletedAt?: Date;
}

/** Which captions a set uses: those of the host, or of a person; undefined without any. */
export function captionsIdOf({
  source,
  uploadedCaptions,
}: Pick<ChapterSetDocument, 'source' | 'uploadedCaptions'>): string | undefined {
  return uploadedCaptions?.id ?? source?.trackId;
}

/** Changes with every word of the transcript. */
export function wordsIdOf(set: ChapterSetDocument): string {
  return JSON.stringify([captionsIdOf(set) ?? null, set.transcriptVersion ?? 0]);
}

export const chapterSetSchema = new Schema<ChapterSetDocument>({
  chapters: { type: [Object], default: [] } as never,
  summary: { type: String, default: '' },
  contentVersion: { type: Number, default: 0 },
  searchSummary: String,
  structureEditedAt: Date,
  durationSeconds: { type: Number, default: 0 },
  source: { type: Object, default: null },
  uploadedCaptions: Object,
  chapterSource: { type: Object, default: null },
  areOfFile: { type: Boolean, default: false },
  chaptersOrigin: Object,
  mends: { type: [Object], default: undefined } as never,
  transcriptVersion: Number,
  transcriptReview: Object,
  glossaryApplied: Number,
  names: { type: [Object], default: undefined } as never,
  isSummaryFollowed: Boolean,
  jobs: { type: Object, default: {} },
  settlements: { type: [Object], default: [] } as never,
  jobDueAt: Date,
  deletedAt: Date,
});

addAggregateFields(chapterSetSchema, { isHidden: true });
chapterSetSchema.index({ ownerId: 1, _id: 1 });
chapterSetSchema.index({ jobDueAt: 1 }, { sparse: true });
