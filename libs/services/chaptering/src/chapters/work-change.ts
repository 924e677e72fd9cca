import type { Decision } from '@vault/platform';
import { firstDue, type Work } from '../domain/work.ts';
import type { ChapterSetDocument } from './chapter-set.schema.ts';

/** A change of what is to be done for a video, and of when it is looked at next. */
export function toWorkChange({ jobs, endings }: Work, now: Date): Decision<ChapterSetDocument> {
  const jobDueAt = firstDue({ jobs, endings }, now);
  // What an older version left is in `jobs` from now on.
  const set = { jobs, endings: [...endings], job: null, ...(jobDueAt && { jobDueAt }) };
  return { set, unset: jobDueAt ? [] : ['jobDueAt'] };
}

/** Two changes of one set as one. */
export function together(
  one: Decision<ChapterSetDocument>,
  other: Decision<ChapterSetDocument>,
): Decision<ChapterSetDocument> {
  return {
    set: { ...one.set, ...other.set },
    unset: [...(one.unset ?? []), ...(other.unset ?? [])],
    events: [...(one.events ?? []), ...(other.events ?? [])],
  };
}
