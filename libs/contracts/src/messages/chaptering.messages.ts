import { z } from 'zod';

const video = { videoId: z.string(), ownerId: z.string() };

export const chapteringEvents = {
  /** `version` rises with each change of the chapter set. */
  'chaptering.chapters-generated.v1': z.object({ ...video, version: z.number(), chapterCount: z.number() }),
  'chaptering.summary-generated.v1': z.object({ ...video, version: z.number() }),
  'chaptering.generation-started.v1': z.object({ ...video, jobId: z.string() }),
  /** `reason` is a sentence for the owner of the video. */
  'chaptering.generation-failed.v1': z.object({ ...video, jobId: z.string(), reason: z.string() }),
};

export const chapteringCommands = {
  'chaptering.regenerate-chapters.v1': z.object(video),
  'chaptering.generate-summary.v1': z.object(video),
};
