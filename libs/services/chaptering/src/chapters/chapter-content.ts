import { createEvent, type Message } from '@vault/messaging';
import type { Decision } from '@vault/store';
import type { ChapterContent, ListedChapter } from '../domain/chapters/chapter.ts';
import type { Job } from '../domain/jobs/job.ts';
import type { ChapterSetDocument } from '../chapter-sets/chapter-set.schema.ts';

/** The data of an event that is stored with a change of this set. */
export function changedEventData(set: ChapterSetDocument) {
  return { videoId: set._id, ownerId: set.ownerId, version: nextContentVersion(set) };
}

/** A change of what a person sees: it raises the version and publishes an event. */
export function toContentChange(
  set: ChapterSetDocument,
  { chapters, searchSummary, structureEditedAt }: ChapterContent,
): Decision<ChapterSetDocument> {
  return {
    set: {
      chapters: chapters as ListedChapter[],
      contentVersion: nextContentVersion(set),
      ...(searchSummary === undefined ? {} : { searchSummary }),
      ...(structureEditedAt ? { structureEditedAt } : {}),
      ...(structureEditedAt && structureEditedAt !== set.structureEditedAt ? { areOfFile: false } : {}),
    },
    unset: searchSummary === undefined ? ['searchSummary'] : [],
    events: [createEvent('chaptering.chapters-changed.v1', set._id, changedEventData(set))],
  };
}

export function nextContentVersion({ contentVersion }: Pick<ChapterSetDocument, 'contentVersion'>): number {
  return contentVersion + 1;
}

/** The event for the end of a requested job; nobody waits for an automatic one. */
export function operationEnded(
  { _id: videoId, ownerId }: ChapterSetDocument,
  { id, request }: Job,
): Message[] {
  if (!request) return [];
  return [createEvent('chaptering.operation-ended.v1', videoId, { videoId, ownerId, operationId: id })];
}

export function generationStarted(
  { _id: videoId, ownerId, uploadedCaptions }: ChapterSetDocument,
  jobId: string,
): Message {
  const about = { videoId, ownerId, jobId, ...(uploadedCaptions && { hasUploadedCaptions: true }) };
  return createEvent('chaptering.generation-started.v1', videoId, about);
}
