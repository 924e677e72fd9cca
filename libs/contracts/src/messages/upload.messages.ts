import { z } from 'zod';

const video = { videoId: z.string(), ownerId: z.string() };

export const uploadEvents = {
  /** The video can be played. */
  'upload.video-ready.v1': z.object({ ...video, durationSeconds: z.number() }),
  /** Captions exist at the video host; chaptering fetches them from there. */
  'upload.transcript-ready.v1': z.object({
    ...video,
    playbackId: z.string(),
    trackId: z.string(),
    language: z.string(),
    durationSeconds: z.number(),
  }),
  /** There will be no captions: the video becomes one chapter. */
  'upload.captions-unavailable.v1': z.object({ ...video, durationSeconds: z.number(), reason: z.string() }),
  /** The state, progress, failure or download address changed, and no other event says so. */
  'upload.video-progressed.v1': z.object(video),
  /** The title or the description changed. */
  'upload.details-saved.v1': z.object(video),
  /** The video was deleted; each service deletes its data of it. */
  'upload.video-deleted.v1': z.object(video),
};

export const uploadCommands = {
  /** `videoId` may be any of the video's three ids, as in every command about a video. */
  'upload.save-details.v1': z.object({
    ...video,
    title: z.string().optional(),
    description: z.string().optional(),
  }),
  'upload.delete-video.v1': z.object(video),
  'upload.retry-step.v1': z.object(video),
  /** Cancels open uploads of one session of their owner, or of all other sessions. Succeeds when there are none. */
  'upload.cancel-uploads.v1': z.object({
    ownerId: z.string(),
    sessionId: z.string(),
    which: z.enum(['of-session', 'of-others']),
  }),
};
