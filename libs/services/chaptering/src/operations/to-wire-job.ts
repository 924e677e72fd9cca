import type { chapteringRpc } from '@vault/contracts/rpc';
import type { ChapterSetDocument } from '../chapter-sets/chapter-set.schema.ts';
import type { Job } from '../domain/jobs/job.ts';

/** A queued or running job, without its prompts. */
export function toWireJob(
  { _id: videoId, chapters }: Pick<ChapterSetDocument, '_id' | 'chapters'>,
  job: Job,
): chapteringRpc.Operation {
  const { id, kind, state, request, percent: progress, queuedAt } = job;
  return {
    id,
    videoId,
    kind,
    state,
    progress,
    msg: '',
    code: '',
    chapterStart: chapters.find((chapter) => chapter.id === request?.chapterId)?.start,
    systemMessage: '',
    userMessage: '',
    result: '',
    createdAt: queuedAt.getTime() / 1_000,
  };
}
