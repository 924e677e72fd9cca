import type { Decision } from '@vault/store';
import { leaseMs } from '../domain/jobs/job.ts';
import { failedSettlement } from '../domain/jobs/work.ts';
import type { ChapterSetDocument } from '../chapter-sets/chapter-set.schema.ts';
import { toWorkChange } from './work-change.ts';

/** Removes the content of a deleted set; only open settlements stay. */
export function emptied(set: ChapterSetDocument, deletedAt: Date): Decision<ChapterSetDocument> {
  const { jobs, settlements } = set;
  const failure = { msg: 'The video was deleted.', code: 'conflict' } as const;
  const ended = Object.values(jobs).map((job) => failedSettlement(job, failure, deletedAt));
  const work = { jobs: {}, settlements: [...settlements, ...ended] };
  const sources = { source: null, chapterSource: null };
  const content = { ...sources, chapters: [], areOfFile: false, summary: '', durationSeconds: 0 };
  const sweptAt = new Date(deletedAt.getTime() + leaseMs);
  const { set: change } = toWorkChange(work, deletedAt);
  return {
    set: { jobDueAt: sweptAt, ...change, ...content, deletedAt },
    unset: [
      ...(['searchSummary', 'structureEditedAt', 'chaptersOrigin', 'mends', 'transcriptVersion'] as const),
      ...(['transcriptReview', 'glossaryApplied', 'isSummaryFollowed', 'uploadedCaptions', 'names'] as const),
    ],
  };
}
