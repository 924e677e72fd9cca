import { z } from 'zod';

/** As long as a time that is typed may be, and then some: what is wrong with it, the service says. */
const typedTime = z.string().max(32);

export const clipCommands = {
  /** Cut the span from `timeIn` to `timeOut` (`HH:MM:SS`) out of the video; the same span is the same clip. */
  'clip.cut-clip.v1': z.object({
    videoId: z.string(),
    ownerId: z.string(),
    timeIn: typedTime,
    timeOut: typedTime,
  }),
};
