import type { Decision } from '@vault/platform';
import { leaseMs, type Job } from '../domain/job.ts';
import type { Settlement } from '../domain/work.ts';
import type { ChapterSetDocument } from './chapter-set.schema.ts';
import { toWorkChange } from './work-change.ts';

/** Removes the content of a deleted set; only open settlements stay. */
export function emptied(set: ChapterSetDocument, deletedAt: Date): Decision<ChapterSetDocument> {
  const { jobs, settlements } = set;
  const ended = Object.values(jobs).map((job) =>
    cancelledSettlement(job, 'The video was deleted.', deletedAt),
  );
  const work = { jobs: {}, settlements: [...settlements, ...ended] };
  const content = { chapters: [], summary: '', source: null, durationSeconds: 0 };
  const sweptAt = new Date(deletedAt.getTime() + leaseMs);
  const { set: change } = toWorkChange(work, deletedAt);
  return {
    set: { jobDueAt: sweptAt, ...change, ...content, deletedAt },
    unset: ['searchSummary', 'structureEditedAt'],
  };
}

/** The settlement of a job that is cancelled, at no cost. */
export function cancelledSettlement(
  { id, kind, request }: Job,
  msg: string,
  dueAt: Date,
  code: NonNullable<Settlement['code']> = 'conflict',
): Settlement {
  return {
    ...{ operationId: id, kind, state: 'failed', code, msg, tokens: 0 },
    // A reservation may exist without being noted here; settling one that does not exist has no effect.
    ...{ isReserved: request !== undefined, attempts: 0, dueAt },
  };
}
