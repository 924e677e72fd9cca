import { z } from 'zod';

export const searchCommands = {
  /** Read the video anew from its owners, so that searches find it as it is now. */
  'search.index-video.v1': z.object({ videoId: z.string(), ownerId: z.string() }),
};
