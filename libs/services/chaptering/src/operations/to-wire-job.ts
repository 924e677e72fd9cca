import type { chapteringRpc } from '@vault/contracts/rpc';
import type { Job } from '../domain/job.ts';

/** What runs or waits, without what was sent for it. */
export function toWireJob(videoId: string, job: Job): chapteringRpc.Operation {
  const { id, kind, state, asked, percent: progress, queuedAt } = job;
  return {
    ...{ id, videoId, kind, state, progress, msg: '', code: '' },
    chapterStart: asked?.chapterStart,
    ...{ systemMessage: '', userMessage: '', result: '' },
    createdAt: (queuedAt?.getTime() ?? 0) / 1_000,
  };
}
