import { z } from 'zod';
import { command, event } from './message.ts';
import {
  searchTextLimit,
  speakerNameLimit,
  transcriptChangesLimit,
  transcriptLineLimit,
} from '../rules/chapter-limits.ts';
import { glossaryLimits } from '../routes/glossary.routes.ts';
import { libraryJobVideos } from '../routes/library-job.routes.ts';
import { promptLimit } from '../rules/prompts.ts';

const video = { videoId: z.string(), ownerId: z.string() };

export const chapteringEvents = {
  'chaptering.chapters-generated.v1': event({
    to: ['gateway', 'auth', 'upload', 'search'],
    says: 'The chapters of the video were generated. `version` is theirs after the change; `isAsked` is true when a person requested the generation.',
    data: {
      ...video,
      version: z.number(),
      chapterCount: z.number(),
      isAsked: z.boolean().optional(),
    },
  }),
  'chaptering.summary-generated.v1': event({
    to: ['gateway', 'upload', 'search'],
    says: 'The summary of the video was generated again, or changed with the words that it repeats; consumers query chaptering for it.',
    data: { ...video, version: z.number() },
  }),
  'chaptering.generation-started.v1': event({
    to: ['gateway', 'upload'],
    says: 'A job that generates chapters or the summary was queued. `hasUploadedCaptions` is true when it uses captions of a person, so those of the video host are not needed.',
    data: {
      ...video,
      jobId: z.string(),
      hasUploadedCaptions: z.boolean().optional(),
    },
  }),
  'chaptering.generation-failed.v1': event({
    to: ['gateway', 'upload', 'search'],
    says: 'A job was given up. `reason` is a sentence for the owner of the video, who may retry it; with `hasChapters` the video keeps those that it had.',
    data: {
      ...video,
      jobId: z.string(),
      reason: z.string(),
      hasChapters: z.boolean().default(false),
    },
  }),
  'chaptering.operation-ended.v1': event({
    to: ['gateway'],
    says: 'An operation that a person requested is done or has failed; consumers query chaptering for it.',
    data: { ...video, operationId: z.string() },
  }),
  'chaptering.chapters-changed.v1': event({
    to: ['gateway', 'search'],
    says: 'A person edited the chapters or the transcript, replaced or restored its captions, reviewed it or withdrew that, or quotes or the search text of a chapter were generated again; consumers query chaptering for them.',
    data: { ...video, version: z.number() },
  }),
  'chaptering.library-job-changed.v1': event({
    to: ['gateway'],
    says: 'A change of many videos has begun, has reached another video, or has ended; consumers query chaptering for it.',
    data: { ownerId: z.string(), jobId: z.string() },
  }),
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

/** Lines that take the place of others: an undo finds them again. */
const correction = transcriptChange.extend({ after: transcriptChange.shape.after.min(1) });

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
  'chaptering.regenerate-chapters.v1': command({
    logs: ['videoId'],
    says: 'Generate the chapters of the video again.',
    data: video,
  }),
  'chaptering.generate-summary.v1': command({
    logs: ['videoId'],
    says: 'Generate the summary of the video again.',
    data: video,
  }),
  'chaptering.save-chapters.v1': command({
    logs: ['videoId', 'chapters'],
    says: 'Save the complete list of chapters that a person edited, and the text that searches use instead of the summary: absent fields stay unchanged, and an empty text restores the summary. At most 512 KiB; with `version` only when the chapters have not changed since. The outcome has their new version.',
    data: {
      ...video,
      chapters: z.array(editedChapter).optional(),
      searchSummary: z.string().max(searchTextLimit).optional(),
      version: z.number().int().optional(),
    },
  }),
  'chaptering.edit-transcript.v1': command({
    logs: ['videoId', 'changes'],
    says: 'Replace lines of the transcript, all of the changes or none, at most 512 KiB; texts that repeat the words follow. `conflict` when the lines before a change are no longer there.',
    data: {
      ...video,
      changes: z.array(transcriptChange).min(1).max(transcriptChangesLimit),
    },
  }),
  'chaptering.rename-speaker.v1': command({
    logs: ['videoId'],
    says: 'Give all lines of one speaker to another; an empty name is that of lines without a speaker. `conflict` while there is no transcript.',
    data: {
      ...video,
      from: z.string(),
      to: z.string().max(speakerNameLimit),
    },
  }),
  'chaptering.correct-library.v1': command({
    logs: ['videos'],
    says: 'Replace lines of many transcripts, one after the other, each as `edit-transcript` does; at most 512 KiB. The outcome says that it has begun. `conflict` while another change of many videos is running.',
    data: {
      ownerId: z.string(),
      videos: z
        .array(z.object({ videoId: z.string(), changes: z.array(correction).min(1) }))
        .min(1)
        .max(libraryJobVideos),
    },
  }),
  'chaptering.rename-everywhere.v1': command({
    logs: ['videoIds'],
    says: 'Give all lines of one speaker to another in many videos, one after the other, each as `rename-speaker` does. In `mergedIds` the new name is used already: an undo leaves them out. The outcome says that it has begun. `conflict` while another change of many videos is running.',
    data: {
      ownerId: z.string(),
      from: z.string(),
      to: z.string().max(speakerNameLimit),
      videoIds: z.array(z.string()).min(1).max(libraryJobVideos),
      mergedIds: z.array(z.string()).max(libraryJobVideos),
    },
  }),
  'chaptering.undo-library-job.v1': command({
    logs: ['jobId'],
    says: 'Undo the last change of many videos, within ten minutes of its end; what people have changed since stays. `conflict` when it cannot be undone.',
    data: { ownerId: z.string(), jobId: z.string() },
  }),
  'chaptering.review-transcript.v1': command({
    logs: ['videoId', 'isReviewed'],
    says: 'Say that a person has checked the transcript, or withdraw it. `by` is the id of that user.',
    data: { ...video, isReviewed: z.boolean(), by: z.string() },
  }),
  'chaptering.replace-captions.v1': command({
    logs: ['videoId'],
    says: 'Use the captions of a file instead of those of the video host, as WebVTT in the form of `formatWebVtt`, with or without the times of words; at most 900 KiB, as more does not fit into a message. Chapters that nobody has edited are generated again.',
    data: { ...video, vtt: z.string() },
  }),
  'chaptering.restore-captions.v1': command({
    logs: ['videoId'],
    says: 'Use the captions of the video host again. `conflict` when they are used, or there are none.',
    data: video,
  }),
  'chaptering.save-glossary.v1': command({
    logs: ['terms'],
    says: 'Replace the terms of the owner’s glossary, only when it has not changed since `version`; at most 512 KiB. Changes in `dismissed` are not offered again. The outcome has the new version.',
    data: {
      ownerId: z.string(),
      terms: z.array(glossaryTerm).max(glossaryLimits.terms),
      version: z.number().int(),
      dismissed: z
        .array(z.object({ from: z.string().max(500), to: z.string().max(500) }))
        .max(glossaryLimits.corrections)
        .optional(),
    },
  }),
  'chaptering.update-quotes.v1': command({
    logs: ['videoId', 'chapterIndex'],
    says: 'Generate the quotes of one chapter again, with a prompt of the person.',
    data: chapterPrompt,
  }),
  'chaptering.update-search.v1': command({
    logs: ['videoId', 'chapterIndex'],
    says: 'Answer a question about one chapter; the answer becomes its search text.',
    data: chapterPrompt,
  }),
};
