import { aggregateSchema, type DocumentOf } from '@vault/store';
import { z } from 'zod';
import type { ListedChapter } from '../domain/chapters/chapter.ts';
import type { ChaptersOrigin } from '../domain/chapters/generated-text.ts';
import type { Jobs } from '../domain/jobs/job.ts';
import type { NameToCheck } from '../domain/glossary/names-to-check.ts';
import type { Mend } from '../domain/transcript/transcript-overlay.ts';
import type { Settlement } from '../domain/jobs/work.ts';

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

export const chapterSetSchema = aggregateSchema(
  'chaptersets',
  {
    chapters: z.array(z.custom<ListedChapter>()).default([]),
    summary: z.string().default(''),
    /** From 0; rises with each change of what a person sees and edits: `version` in messages and the API. */
    contentVersion: z.number().default(0),
    /** Replaces the summary in search prompts, where a person wrote it. */
    searchSummary: z.string().optional(),
    /** When a person last added, removed or moved chapters. */
    structureEditedAt: z.date().optional(),
    durationSeconds: z.number().default(0),
    source: z.custom<TranscriptSource>().nullable().default(null),
    /** Absent while the captions of `source` are used. */
    uploadedCaptions: z.custom<UploadedCaptions>().optional(),
    chapterSource: z.custom<ChapterSource>().nullable().default(null),
    /** Whether the chapters come from the uploaded file. */
    areOfFile: z.boolean().default(false),
    /** Absent while there are no generated chapters. */
    chaptersOrigin: z.custom<ChaptersOrigin>().optional(),
    /** The words of people over the recognised ones; up to 1 MiB, so reads of several sets may omit them. */
    mends: z.array(z.custom<Mend>()).optional(),
    /** Rises with each change of words by a person, also by other captions; absent: as recognised. */
    transcriptVersion: z.number().optional(),
    transcriptReview: z.custom<TranscriptReview>().optional(),
    /** How many lines the glossary corrected when these captions arrived; absent: none. */
    glossaryApplied: z.number().optional(),
    /** Words that sounded like a term when the chapters were generated, and are still said. */
    names: z.array(z.custom<NameToCheck>()).optional(),
    /** The summary was changed with the words that it repeats, and not generated since. */
    isSummaryFollowed: z.boolean().optional(),
    /** Queued and running generations. */
    jobs: z.custom<Jobs>().default({}),
    /** Operations that have ended and are not settled yet. */
    settlements: z.array(z.custom<Settlement>()).default([]),
    /** When a worker has to check the set; absent when there is nothing to do. */
    jobDueAt: z.date().optional(),
    /** The video was deleted. The set stays as a tombstone of ids, so that late messages do not recreate it. */
    deletedAt: z.date().optional(),
  },
  { isHidden: true, indexes: [[{ ownerId: 1, _id: 1 }], [{ jobDueAt: 1 }, { sparse: true }]] },
);

/** All chapters of one video. `_id` is the video's id. */
export type ChapterSetDocument = DocumentOf<typeof chapterSetSchema>;

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
