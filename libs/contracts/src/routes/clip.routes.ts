import { z } from 'zod';
import { clipLook } from '../rules/clip-look.ts';
import { publicVideoId } from './video.routes.ts';

const typedTime = z.string().max(32).describe('`HH:MM:SS`.');

/** `POST /muxupload/video-cut`. The clip service validates the times, with its own messages. */
export const clipBody = z.object({ passthrough: publicVideoId, timeIn: typedTime, timeOut: typedTime });

/** Seconds, in whole milliseconds. */
const seconds = z
  .number()
  .min(0)
  .max(100_000)
  .overwrite((value) => Math.round(value * 1_000) / 1_000)
  .describe('Seconds, with milliseconds.');

const span = { from: seconds, to: seconds };

/** `POST /muxvideos/{id}/clips`. The clip service validates the span, with its own messages. */
export const makeClipBody = z.object({ ...span, ...clipLook });

export const clipId = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'The clip was not found.')
  .describe('The id of the clip.');

/** A clip of a video. */
export const clipRecord = z.object({
  id: clipId,
  ...span,
  ...clipLook,
  state: z.enum(['making', 'ready', 'failed']),
  progress: z.number().optional().describe('0 to 100, while it is being made.'),
  reason: z.string().optional().describe('Why it failed, or what a ready clip lacks, as a sentence.'),
  link: z
    .string()
    .optional()
    .describe('Url of the file; it answers 404 until the clip is ready. Absent after a failure.'),
  createdAt: z.number().describe('Epoch seconds.'),
});

/** The clips of a video. */
export const clipList = z.object({
  clips: z.array(clipRecord).max(50).describe('Newest first. Failed clips are listed for a day.'),
  canChangePicture: z
    .boolean()
    .describe('Whether this deployment can make other frames than `recorded`, and burn captions in.'),
});

export type ClipBody = z.infer<typeof clipBody>;
export type MakeClipBody = z.infer<typeof makeClipBody>;
export type ClipRecord = z.infer<typeof clipRecord>;
export type ClipList = z.infer<typeof clipList>;
