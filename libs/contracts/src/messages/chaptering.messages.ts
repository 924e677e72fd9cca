import { z } from 'zod';
import { promptLimit } from '../prompts.ts';

const video = { videoId: z.string(), ownerId: z.string() };

export const chapteringEvents = {
  /** `version` rises with each change of the chapter set. `isAsked`: a person requested the generation. */
  'chaptering.chapters-generated.v1': z.object({
    ...video,
    version: z.number(),
    chapterCount: z.number(),
    isAsked: z.boolean().optional(),
  }),
  'chaptering.summary-generated.v1': z.object({ ...video, version: z.number() }),
  'chaptering.generation-started.v1': z.object({ ...video, jobId: z.string() }),
  /** `reason` is a sentence for the owner of the video; with `hasChapters` the video keeps those it had. */
  'chaptering.generation-failed.v1': z.object({
    ...video,
    jobId: z.string(),
    reason: z.string(),
    hasChapters: z.boolean().default(false),
  }),
  /** A person edited chapters, or quotes or the search text of a chapter were generated again. */
  'chaptering.chapters-changed.v1': z.object({ ...video, version: z.number() }),
};

/** One chapter, by its start in seconds, and the prompt of a person for it. */
const chapterPrompt = { ...video, chapterStart: z.number(), prompt: z.string().max(promptLimit) };

export const chapteringCommands = {
  'chaptering.regenerate-chapters.v1': z.object(video),
  'chaptering.generate-summary.v1': z.object(video),
  /**
   * Saves the chapters that were staged under `draftId`. With `revision`: `conflict` unless the chapters still have
   * that revision.
   */
  'chaptering.save-chapters.v1': z.object({
    ...video,
    draftId: z.string(),
    revision: z.number().int().optional(),
  }),
  'chaptering.update-quotes.v1': z.object(chapterPrompt),
  'chaptering.update-search.v1': z.object(chapterPrompt),
};
