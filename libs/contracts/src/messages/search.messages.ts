import { z } from 'zod';

export const searchCommands = {
  /** Reads the video from its owners again and updates the search index. */
  'search.index-video.v1': z.object({ videoId: z.string(), ownerId: z.string() }),
};
