import type { Decision } from '@vault/store';
import { firstDue, type Work } from '../domain/jobs/work.ts';
import type { ChapterSetDocument } from '../chapter-sets/chapter-set.schema.ts';

/** Stores the open work of a video, and when it is due next. */
export function toWorkChange({ jobs, settlements }: Work, now: Date): Decision<ChapterSetDocument> {
  const jobDueAt = firstDue({ jobs, settlements }, now);
  const set = { jobs, settlements: [...settlements], ...(jobDueAt && { jobDueAt }) };
  return { set, unset: jobDueAt ? [] : ['jobDueAt'] };
}

/** Two changes of one set in one update; `other` wins where both set a field. */
export function combineChanges(
  one: Decision<ChapterSetDocument>,
  other: Decision<ChapterSetDocument>,
): Decision<ChapterSetDocument> {
  return {
    set: { ...one.set, ...other.set },
    unset: [...(one.unset ?? []), ...(other.unset ?? [])],
    events: [...(one.events ?? []), ...(other.events ?? [])],
  };
}
