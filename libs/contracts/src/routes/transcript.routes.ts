import { z } from 'zod';
import { speakerNameLimit, transcriptChangesLimit, transcriptLineLimit } from '../rules/chapter-limits.ts';
import { lineOfText, paragraphs } from './fields/text.ts';

/** The longest part of a transcript that is read with the times of its words, in seconds. */
export const transcriptSpanSeconds = 600;

/** A line that is in the transcript. */
export const transcriptLine = z.object({
  start: z.number().describe('Seconds, with milliseconds.'),
  end: z.number().describe('Seconds, with milliseconds.'),
  text: z.string().describe('One or two lines of text.'),
  speaker: z.string().optional(),
});

/** A line as a person writes it. */
const newLine = transcriptLine.extend({ text: paragraphs(transcriptLineLimit) });

export const transcriptChange = z.object({
  before: z
    .array(transcriptLine)
    .min(1, 'A change names the lines that it replaces.')
    .describe('Consecutive lines as they are now; they are found by their starts, texts and speakers.'),
  after: z.array(newLine).describe('What replaces them; empty removes them.'),
});

/** `GET /muxvideos/{id}/transcript` */
export const transcriptQuery = z
  .object({
    from: z.coerce.number().min(0).optional().describe('Seconds. Only with `to`.'),
    to: z.coerce
      .number()
      .optional()
      .describe(
        'Seconds, at most ten minutes after `from`: only the lines between, where each word has a timestamp if its time is known.',
      ),
  })
  .refine(
    ({ from, to }) =>
      (from === undefined && to === undefined) ||
      (from !== undefined && to !== undefined && to >= from && to - from <= transcriptSpanSeconds),
    'Send both ends of a span of at most ten minutes, or none.',
  );

/** `PATCH /muxvideos/{id}/transcript` */
export const editTranscriptBody = z.object({
  changes: z.array(transcriptChange).min(1, 'Send a change to save.').max(transcriptChangesLimit),
});

/** `POST /muxvideos/{id}/transcript/rename-speaker` */
export const renameSpeakerBody = z.object({
  from: z.string().max(500).describe('The name as it is; empty: the lines without a speaker.'),
  to: lineOfText(speakerNameLimit).describe('Empty removes the name.'),
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
