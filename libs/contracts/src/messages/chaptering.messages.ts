import { z } from 'zod';
import {
  searchTextLimit,
  speakerNameLimit,
  transcriptChangesLimit,
  transcriptLineLimit,
} from '../chapter-limits.ts';
import { glossaryLimits } from '../routes/glossary.routes.ts';
import { promptLimit } from '../prompts.ts';

const video = { videoId: z.string(), ownerId: z.string() };

export const chapteringEvents = {
  /** `version` is that of the chapters after the change. `isAsked`: a person requested the generation. */
  'chaptering.chapters-generated.v1': z.object({
    ...video,
    version: z.number(),
    chapterCount: z.number(),
    isAsked: z.boolean().optional(),
  }),
  /** The summary was generated again, or changed with the words of the transcript that it repeats. */
  'chaptering.summary-generated.v1': z.object({ ...video, version: z.number() }),
  /** `hasUploadedCaptions`: from the captions of a person, so those of the video host are not needed. */
  'chaptering.generation-started.v1': z.object({
    ...video,
    jobId: z.string(),
    hasUploadedCaptions: z.boolean().optional(),
  }),
  /** `reason` is a sentence for the owner of the video; with `hasChapters` the video keeps those it had. */
  'chaptering.generation-failed.v1': z.object({
    ...video,
    jobId: z.string(),
    reason: z.string(),
    hasChapters: z.boolean().default(false),
  }),
  /** An operation that a person requested is done or has failed. */
  'chaptering.operation-ended.v1': z.object({ ...video, operationId: z.string() }),
  /**
   * A person edited chapters or the words of the transcript, replaced or restored its captions, withdrew or gave a review
   * of it, or quotes or the search text of a chapter were generated again.
   */
  'chaptering.chapters-changed.v1': z.object({ ...video, version: z.number() }),
};

/**
 * One chapter, and the prompt of a person for it. The chapter is identified by its start, in seconds or rounded down to whole
 * seconds, and by its index, which distinguishes chapters that start in the same second. One of them suffices.
 */
const chapterPrompt = {
  ...video,
  chapterStart: z.number().optional(),
  chapterIndex: z.number().int().optional(),
  prompt: z.string().max(promptLimit),
};

/** A chapter as a person saves it. */
const editedChapter = z.object({
  /** Whole seconds. */
  start: z.number(),
  title: z.string(),
  summary: z.string(),
  searchText: z.string(),
  /** `at` in whole seconds; absent when the time is unknown. */
  quotes: z.array(z.object({ text: z.string(), at: z.number().optional() })),
  /** Absent keeps it; empty removes it: search prompts use the quotes again. */
  searchQuotes: z.string().optional(),
});

/** A line of the transcript: seconds with milliseconds, and one or two lines of text. */
const transcriptLine = z.object({
  start: z.number(),
  end: z.number(),
  text: z.string(),
  speaker: z.string().optional(),
});

/** `before` are consecutive lines, found by their starts, texts and speakers; `after` replaces them, and may be empty. */
const transcriptChange = z.object({
  before: z.array(transcriptLine).min(1),
  after: z.array(transcriptLine.extend({ text: z.string().max(transcriptLineLimit) })),
});

const wording = z.string().min(1).max(glossaryLimits.length);

const glossaryTerm = z.object({
  id: z.string().min(1).max(64),
  term: wording,
  wrongForms: z.array(wording).max(glossaryLimits.wrongForms),
  isCaseSensitive: z.boolean(),
});

export type TranscriptChange = z.infer<typeof transcriptChange>;

export type EditedChapter = z.infer<typeof editedChapter>;

export const chapteringCommands = {
  'chaptering.regenerate-chapters.v1': z.object(video),
  'chaptering.generate-summary.v1': z.object(video),
  /**
   * Saves what a person edited: the complete new list of chapters, and the text that searches use instead of the
   * summary; absent leaves it unchanged, an empty text restores the summary. At most `saveCommandLimit` bytes of JSON.
   * With `version`: `conflict` unless the chapters still have that version.
   */
  'chaptering.save-chapters.v1': z.object({
    ...video,
    chapters: z.array(editedChapter).optional(),
    searchSummary: z.string().max(searchTextLimit).optional(),
    version: z.number().int().optional(),
  }),
  /**
   * Changes words of the transcript, all of the changes or none: `conflict` when the lines `before` one of them are no
   * longer there. At most `saveCommandLimit` bytes of JSON.
   */
  'chaptering.edit-transcript.v1': z.object({
    ...video,
    changes: z.array(transcriptChange).min(1).max(transcriptChangesLimit),
  }),
  /**
   * Gives all lines of one speaker to another; an empty name is that of lines without a speaker. `conflict` while there is
   * no transcript.
   */
  'chaptering.rename-speaker.v1': z.object({
    ...video,
    from: z.string(),
    to: z.string().max(speakerNameLimit),
  }),
  /** Says that a person has checked the transcript, or withdraws it. `by`: the id of that user. */
  'chaptering.review-transcript.v1': z.object({ ...video, isReviewed: z.boolean(), by: z.string() }),
  /**
   * Uses these captions, WebVTT as `formatWebVtt` writes it, instead of those of the video host. It may have the times of
   * words. At most 900 KiB of JSON: more does not fit into a message.
   */
  'chaptering.replace-captions.v1': z.object({ ...video, vtt: z.string() }),
  /** Uses the captions of the video host again: `conflict` when they are used, or there are none. */
  'chaptering.restore-captions.v1': z.object(video),
  /**
   * Replaces the terms of a glossary: `conflict` when it has changed since `version`. `dismissed`: changes that are not
   * offered again. At most `saveCommandLimit` bytes of JSON.
   */
  'chaptering.save-glossary.v1': z.object({
    ownerId: z.string(),
    terms: z.array(glossaryTerm).max(glossaryLimits.terms),
    version: z.number().int(),
    dismissed: z
      .array(z.object({ from: z.string().max(500), to: z.string().max(500) }))
      .max(glossaryLimits.corrections)
      .optional(),
  }),
  'chaptering.update-quotes.v1': z.object(chapterPrompt),
  'chaptering.update-search.v1': z.object(chapterPrompt),
};
