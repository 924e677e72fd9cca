import type { chapteringRpc } from '@vault/contracts/rpc';
import type { Job } from '../domain/job.ts';

/** A queued or running job, without its prompts. */
export function toWireJob(videoId: string, job: Job): chapteringRpc.Operation {
  const { id, kind, state, request, percent: progress, queuedAt } = job;
  return {
    ...{ id, videoId, kind, state, progress, msg: '', code: '' },
    chapterStart: request?.chapterStart,
    ...{ systemMessage: '', userMessage: '', result: '' },
    createdAt: queuedAt.getTime() / 1_000,
  };
}
