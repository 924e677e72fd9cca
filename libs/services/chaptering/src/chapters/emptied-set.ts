import type { Decision } from '@vault/platform';
import { leaseMs, type Job } from '../domain/job.ts';
import { workOf, type Ending } from '../domain/work.ts';
import type { ChapterSetDocument } from './chapter-set.schema.ts';
import { toWorkChange } from './work-change.ts';

/** What is left of a deleted set: nothing but what is not settled yet. */
export function emptied(set: ChapterSetDocument, deletedAt: Date): Decision<ChapterSetDocument> {
  const { jobs, endings } = workOf(set);
  const ended = Object.values(jobs).map((job) => endedJob(job, 'The video was deleted.', deletedAt));
  const work = { jobs: {}, endings: [...endings, ...ended] };
  const content = { chapters: [], summary: '', source: null, durationSeconds: 0 };
  const sweptAt = new Date(deletedAt.getTime() + leaseMs);
  const { set: change } = toWorkChange(work, deletedAt);
  return {
    set: { jobDueAt: sweptAt, ...change, ...content, deletedAt },
    unset: ['searchSummary', 'structureEditedAt'],
  };
}

/** A job that nobody goes on with: it has cost nothing. */
export function endedJob(
  { id, kind, asked }: Job,
  msg: string,
  dueAt: Date,
  code: NonNullable<Ending['code']> = 'conflict',
): Ending {
  return {
    ...{ operationId: id, kind, state: 'failed', code, msg, tokens: 0 },
    // Also where it is not known whether tokens were set aside: what was not is not given back.
    ...{ isReserved: asked !== undefined, attempts: 0, dueAt },
  };
}
