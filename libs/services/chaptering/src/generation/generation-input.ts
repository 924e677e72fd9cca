import type { Prompt } from '@vault/integrations';
import { AppError } from '@vault/base';
import type { ChapterSetDocument } from '../chapter-sets/chapter-set.schema.ts';
import type { Chapter } from '../domain/chapters/chapter.ts';
import type { Job } from '../domain/jobs/job.ts';

/** What a generation is about. */
export interface GenerationInput {
  readonly set: ChapterSetDocument;
  readonly job: Job;
  readonly prompt: Prompt;
  readonly quoteCount: number;
  readonly signal: AbortSignal;
}

/** The chapter that a job is about, and where it ends. @throws {AppError} `conflict` when it no longer exists */
export function chapterOf({ set: { chapters }, job }: GenerationInput): Chapter & { end: number } {
  const index = chapters.findIndex(({ id }) => id === job.request?.chapterId);
  const chapter = chapters[index];
  if (!chapter) throw new AppError('conflict', 'This chapter no longer exists. Please reload the page.');
  return { ...chapter, end: chapters[index + 1]?.start ?? Infinity };
}

export function nothingSaid(where: string, forWhat: string): AppError {
  return new AppError('conflict', `Too little was said ${where}: there is nothing ${forWhat}.`);
}

export function nothingAbout(): AppError {
  return new AppError('conflict', 'Nothing was said about this in this chapter. Its quotes are unchanged.');
}
