import type { MessageType } from '@vault/contracts';
import { createMessage, type Decision } from '@vault/platform';
import type { Chapter, ChapterContent } from '../domain/chapter.ts';
import type { ChapterSetDocument } from './chapter-set.schema.ts';

/** What an event says of a set after the change that it comes with. */
export function nextState(set: ChapterSetDocument) {
  return { videoId: set._id, ownerId: set.ownerId, version: set.version + 1 };
}

/** A change of what a person sees: it has a new revision, and is told. */
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

/** Sets of older versions count from 0. */
export function nextRevision({ revision = 0 }: Pick<ChapterSetDocument, 'revision'>): number {
  return revision + 1;
}
