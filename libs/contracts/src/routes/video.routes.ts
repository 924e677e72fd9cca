import { z } from 'zod';
import { pageSizeLimit } from '../plans.ts';
import { listPlace } from './list-place.ts';
import { lineOfText, paragraphs } from './text.ts';

/** Any of a video's three ids: the session's (`id`, `passthrough`), the video host's `uploadId` or `assetId`. */
export const anyVideoId = z.string().regex(/^[A-Za-z0-9_-]{1,128}$/, 'That is not a video id.');

const title = lineOfText(200).refine((text) => text !== '', 'Please give the video a title.');
const description = paragraphs(5000);

export const passthroughBody = z.object({ passthrough: anyVideoId });

/** `PATCH /muxupload/save`: the first save after an upload, or an edit of one field. */
export const saveBody = z
  .object({
    passthrough: anyVideoId,
    userId: z.string().max(64).optional(),
    title: title.optional(),
    description: description.optional(),
  })
  .refine((body) => body.title !== undefined || body.description !== undefined, {
    message: 'Send a title or a description to save.',
  });

export const listQuery = z.object({
  userId: z.string().max(64).optional(),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  limit: z.coerce.number().int().min(1).max(pageSizeLimit).catch(pageSizeLimit).default(pageSizeLimit),
  after: listPlace.optional(),
  view: z.enum(['card', 'full']).default('full'),
});

export const uploadSession = z.object({ id: z.string(), uploadId: z.string(), url: z.string() });

export const videoStates = [
  'uploading',
  'processing',
  'captioning',
  'chaptering',
  'ready',
  'failed',
] as const;
export type VideoState = (typeof videoStates)[number];

export const captionStates = ['pending', 'ready', 'unavailable'] as const;

export const quote = z.object({
  quote: z.string(),
  /** `HH:MM:SS`, two seconds before the words begin. */
  timecode: z.string(),
});

export const chapter = z.object({
  /** `HH:MM:SS`. */
  start: z.string(),
  title: z.string(),
  summary: z.string(),
  search: z.string(),
  quote: z.array(quote),
});

export const stepFailure = z.object({
  step: z.enum(videoStates),
  reason: z.string(),
  retryable: z.boolean(),
});

export const videoRecord = z.object({
  id: z.string(),
  uploadId: z.string(),
  title: z.string(),
  description: z.string(),
  assetId: z.string(),
  /** A url, or empty while there is none. */
  thumbnail: z.string(),
  playback_id: z.string(),
  captionsTrackId: z.string(),
  /** WebVTT; absent in the list's `view=card`. */
  vtt: z.string().optional(),
  /** Seconds. */
  duration: z.number(),
  /** Epoch seconds. */
  created_at: z.number(),
  /** Download url, or empty. */
  localVideo: z.string(),
  chapters: z.array(chapter),
  /** HLS url, or empty. */
  streamUrl: z.string(),
  /** WebVTT with `#xywh` images, or empty. */
  storyboardUrl: z.string(),
  /** WebVTT captions for the player, or empty. */
  captionsUrl: z.string(),
  summary: z.string(),
  state: z.enum(videoStates),
  /** 0 to 100 of the current step. */
  progress: z.number(),
  failure: stepFailure.nullable(),
  captions: z.enum(captionStates),
  /** Why there are no captions, as a sentence; empty otherwise. */
  captionsReason: z.string(),
});

export type SaveBody = z.infer<typeof saveBody>;
export type ListQuery = z.infer<typeof listQuery>;
export type UploadSession = z.infer<typeof uploadSession>;
export type Quote = z.infer<typeof quote>;
export type Chapter = z.infer<typeof chapter>;
export type StepFailure = z.infer<typeof stepFailure>;
export type VideoRecord = z.infer<typeof videoRecord>;
