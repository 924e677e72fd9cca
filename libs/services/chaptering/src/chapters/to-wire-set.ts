import type { chapteringRpc } from '@vault/contracts/rpc';
import type { Chapter } from '../domain/chapter.ts';
import { toWireJob } from '../operations/to-wire-job.ts';
import type { ChapterSetDocument } from './chapter-set.schema.ts';

/** A chapter set with its running operations, as other services see it. */
export function toWireSet(set: ChapterSetDocument, vtt: string): chapteringRpc.ChapterSet {
  const { jobs } = set;
  return {
    videoId: set._id,
    chapters: set.chapters.map(toWireChapter),
    summary: set.summary,
    vtt,
    version: set.version,
    isGenerating: jobs.chapters !== undefined,
    progress: jobs.chapters?.percent ?? 100,
    revision: set.revision,
    searchSummary: set.searchSummary,
    operations: Object.values(jobs).map((job) => toWireJob(set._id, job)),
  };
}

function toWireChapter(chapter: Chapter): chapteringRpc.Chapter {
  const { start, title, summary, searchText, quotes, searchQuotes } = chapter;
  return { start, title, summary, searchText, quotes: [...quotes], searchQuotes };
}
