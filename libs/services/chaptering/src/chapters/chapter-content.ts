import type { MessageType } from '@vault/contracts';
import { createMessage, type Decision } from '@vault/platform';
import type { Chapter, ChapterContent } from '../domain/chapter.ts';
import type { ChapterSetDocument } from './chapter-set.schema.ts';

/** The data of an event that is stored with a change of this set. */
export function nextState(set: ChapterSetDocument) {
  return { videoId: set._id, ownerId: set.ownerId, version: set.version + 1 };
}

/** A change of what a person sees: it raises the revision and publishes an event. */
export function toContentChange(
  set: ChapterSetDocument,
  { chapters, searchSummary, structureEditedAt }: ChapterContent,
): Decision<ChapterSetDocument> {
  const data = nextState(set);
  const type = 'chaptering.chapters-changed.v1' satisfies MessageType;
  return {
    set: {
      chapters: chapters as Chapter[],
      revision: nextRevision(set),
      ...(searchSummary === undefined ? {} : { searchSummary }),
      ...(structureEditedAt ? { structureEditedAt } : {}),
    },
    unset: searchSummary === undefined ? ['searchSummary'] : [],
    events: [createMessage({ type, source: 'chaptering', subject: set._id, data })],
  };
}

export function nextRevision({ revision }: Pick<ChapterSetDocument, 'revision'>): number {
  return revision + 1;
}
