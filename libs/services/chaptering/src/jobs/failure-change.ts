import { createMessage, type Decision } from '@vault/platform';
import type { ChapterSetDocument } from '../chapters/chapter-set.schema.ts';
import type { Job } from '../domain/job.ts';

/** Publishes the failure of chapters whose start was published; other failures do not change the state of a video. */
export function failureChange(
  set: ChapterSetDocument,
  { id: jobId, kind, request }: Job,
  reason: string,
): Decision<ChapterSetDocument> {
  if (kind !== 'chapters' || request?.isReserved === false) return {};
  const identity = { videoId: set._id, ownerId: set.ownerId };
  const data = { ...identity, jobId, reason, hasChapters: set.chapters.length > 0 };
  const type = 'chaptering.generation-failed.v1';
  return { events: [createMessage({ type, source: 'chaptering', subject: set._id, data })] };
}
