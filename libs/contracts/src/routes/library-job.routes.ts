import { z } from 'zod';
import { speakerNameLimit, transcriptChangesLimit } from '../rules/chapter-limits.ts';
import { lineOfText } from './fields/text.ts';
import { transcriptChange } from './transcript.routes.ts';

/** The most videos of one change of a library. */
export const libraryJobVideos = 2_000;

const videoId = z.string().min(1).max(128);

/** Lines that take the place of others: an undo finds them again. */
const correction = transcriptChange.extend({
  after: transcriptChange.shape.after.min(1, 'A correction names the lines that replace others.'),
});

/** `POST /glossary/corrections` */
export const correctLibraryBody = z
  .object({
    videos: z
      .array(
        z.object({
          videoId,
          changes: z
            .array(correction)
            .min(1, 'Send a change to save.')
            .describe('As in a save of one transcript: all of a video are saved, or none.'),
        }),
      )
      .min(1, 'Send a video to change.')
      .max(libraryJobVideos),
  })
  .refine(
    ({ videos }) => videos.reduce((sum, { changes }) => sum + changes.length, 0) <= transcriptChangesLimit,
    `At most ${transcriptChangesLimit.toLocaleString('en')} lines can be changed at once.`,
  );

/** `POST /speakers/rename` */
export const renameEverywhereBody = z.object({
  from: z.string().max(500).describe('The name as it is; empty: the lines without a speaker.'),
  to: lineOfText(speakerNameLimit).describe('Empty removes the name.'),
  videoIds: z.array(videoId).min(1, 'Send a video to change.').max(libraryJobVideos),
  mergedIds: z
    .array(videoId)
    .max(libraryJobVideos)
    .default([])
    .describe('Those of the videos in which the new name is used already: an undo leaves them out.'),
});

/** `POST /library-job/undo` */
export const undoLibraryJobBody = z.object({ id: z.string().min(1).max(128) });

/** A change of many videos, which goes on without the page. */
export const libraryJob = z.object({
  id: z.string(),
  kind: z.enum(['corrections', 'rename']),
  from: z.string().describe('Of a rename; else empty.'),
  to: z.string().describe('Of a rename; else empty.'),
  isUndo: z.boolean().describe('Whether it undoes the one before.'),
  isRunning: z.boolean(),
  videos: z.number().int().describe('All that it changes.'),
  done: z.number().int().describe('Those that are changed.'),
  conflicts: z
    .number()
    .int()
    .describe('Those that were left as they are, because people have changed the lines meanwhile.'),
  failed: z.number().int(),
  problem: z.string().describe('Why the last one failed, as a sentence; else empty.'),
  lines: z.number().int().describe('The lines that corrections have changed; 0 for a rename.'),
  undoUntil: z.number().nullable().describe('Epoch seconds; null when it cannot be undone.'),
});

export type LibraryJob = z.infer<typeof libraryJob>;
export type CorrectLibraryBody = z.input<typeof correctLibraryBody>;
export type RenameEverywhereBody = z.input<typeof renameEverywhereBody>;
