import { z } from 'zod';
import { clipLook } from '../rules/clip-look.ts';
import { command } from './message.ts';

const video = { videoId: z.string(), ownerId: z.string() };

/** A time as a person typed it, valid or not: the clip service validates it. */
const typedTime = z.string().max(32);

export const clipCommands = {
  'clip.cut-clip.v1': command({
    logs: ['videoId', 'timeIn', 'timeOut'],
    says: 'Cut the span from `timeIn` to `timeOut` (`HH:MM:SS`) out of the video. Idempotent: the same span is the same clip.',
    data: {
      videoId: z.string(),
      ownerId: z.string(),
      timeIn: typedTime,
      timeOut: typedTime,
    },
  }),
  'clip.make-clip.v1': command({
    logs: ['videoId', 'from', 'to'],
    says: 'Make a clip of a span in seconds, in a frame, with or without the words in the picture. Idempotent: the outcome has the id of the clip.',
    data: {
      ...video,
      from: z.number(),
      to: z.number(),
      ...clipLook,
    },
  }),
  'clip.delete-clip.v1': command({
    logs: ['videoId', 'clipId'],
    says: 'Delete one clip. `not-found` when the owner has no such clip of the video.',
    data: { ...video, clipId: z.string() },
  }),
};

export const searchCommands = {
  'search.index-video.v1': command({
    logs: ['videoId'],
    says: 'Read the video from its owners again and update the search index.',
    data: { videoId: z.string(), ownerId: z.string() },
  }),
};
