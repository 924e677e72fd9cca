import { currentOrigin } from '@vault/base';
import type { Decision } from '@vault/store';
import type { ChapterSetDocument } from '../chapter-sets/chapter-set.schema.ts';
import { queueJob } from '../domain/jobs/job.ts';
import { failedSettlement, withJob, withSettlement } from '../domain/jobs/work.ts';
import { operationEnded } from './chapter-content.ts';
import { combineChanges, toWorkChange } from './work-change.ts';

/** Queues an automatic generation of the chapters from other captions, which costs no tokens, instead of a running one. */
export function queueChapters(
  set: ChapterSetDocument,
  jobId: string,
  now: Date,
): Decision<ChapterSetDocument> {
  const job = queueJob(jobId, 'chapters', { queuedAt: now, ...currentOrigin() });
  const { chapters: before } = set.jobs;
  const rest = before ? withSettlement(set, failedSettlement(before, newCaptions, now)) : set;
  const events = before ? operationEnded(set, before) : [];
  return combineChanges(toWorkChange(withJob(rest, job), now), { events });
}

const newCaptions = {
  msg: 'The captions of this video were replaced. New chapters are being generated from them.',
  code: 'conflict',
} as const;
