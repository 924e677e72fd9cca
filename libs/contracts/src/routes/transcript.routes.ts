import { z } from 'zod';
import { transcriptChangesLimit, transcriptLineLimit } from '../chapter-limits.ts';
import { paragraphs } from './text.ts';

/** A line that is in the transcript. */
export const transcriptLine = z.object({
  start: z.number().describe('Seconds, with milliseconds.'),
  end: z.number().describe('Seconds, with milliseconds.'),
  text: z.string().describe('One or two lines of text.'),
  speaker: z.string().optional(),
});

/** A line as a person writes it. */
const newLine = transcriptLine.extend({ text: paragraphs(transcriptLineLimit) });

const transcriptChange = z.object({
  before: z
    .array(transcriptLine)
    .min(1, 'A change names the lines that it replaces.')
    .describe('Consecutive lines as they are now; they are found by their starts and texts.'),
  after: z.array(newLine).describe('What replaces them; empty removes them.'),
});

/** `PATCH /muxvideos/{id}/transcript` */
export const editTranscriptBody = z.object({
  changes: z.array(transcriptChange).min(1, 'Send a change to save.').max(transcriptChangesLimit),
});

/** `PUT /muxvideos/{id}/transcript/review` */
export const reviewTranscriptBody = z.object({
  isReviewed: z.boolean().describe('False withdraws the review.'),
});

export const transcriptVersion = z
  .number()
  .int()
  .describe('Rises with each change of the words by a person; 0: as recognised.');

export const transcriptReview = z.object({
  at: z.number().describe('Epoch seconds.'),
  by: z.string().describe('The id of the user who has checked it.'),
});

/** The words of a video, present and recognised. */
export const transcript = z.object({
  vtt: z.string().describe('The present words as WebVTT; empty while there are none.'),
  recognisedVtt: z
    .string()
    .describe(
      'As the video host recognised them, or as they were uploaded; the same as `vtt` while `transcriptVersion` is 0.',
    ),
  transcriptVersion,
  reviewed: transcriptReview.optional().describe('Absent: nobody has checked the present words.'),
});

export type TranscriptLine = z.infer<typeof transcriptLine>;
export type EditTranscriptBody = z.infer<typeof editTranscriptBody>;
export type ReviewTranscriptBody = z.infer<typeof reviewTranscriptBody>;
export type TranscriptReview = z.infer<typeof transcriptReview>;
export type Transcript = z.infer<typeof transcript>;
