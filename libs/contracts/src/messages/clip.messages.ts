import { z } from 'zod';

/** A time as a person typed it, valid or not: the clip service validates it. */
const typedTime = z.string().max(32);

export const clipCommands = {
  /** Cuts the span from `timeIn` to `timeOut` (`HH:MM:SS`) out of the video. Idempotent for the same span. */
  'clip.cut-clip.v1': z.object({
    videoId: z.string(),
    ownerId: z.string(),
    timeIn: typedTime,
    timeOut: typedTime,
  }),
};
