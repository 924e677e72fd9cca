import { createMessage, type Decision } from '@vault/platform';
import type { ChapterSetDocument } from '../chapters/chapter-set.schema.ts';
import type { Job } from '../domain/job.ts';

/** Only chapters that could not be written change the state of a video, and only once their writing was told of. */
export function failing(
  set: ChapterSetDocument,
  { id: jobId, kind, asked }: Job,
  reason: string,
): Decision<ChapterSetDocument> {
  if (kind !== 'chapters' || asked?.isReserved === false) return {};
  const identity = { videoId: set._id, ownerId: set.ownerId };
  const data = { ...identity, jobId, reason, hasChapters: set.chapters.length > 0 };
  const type = 'chaptering.generation-failed.v1';
  return { events: [createMessage({ type, source: 'chaptering', subject: set._id, data })] };
}
