import { chapteringRpc } from '@vault/contracts/rpc';
import { AppError, RpcController, type RpcHandlers } from '@vault/platform';
import { ChapterSetService } from './chapters/chapter-set.service.ts';
import { SaveChaptersService } from './chapters/save-chapters.service.ts';
import type { Chapter } from './domain/chapter.ts';
import { isActive } from './domain/job.ts';

const maxIds = 100;

@RpcController(chapteringRpc.ChapteringServiceService)
export class ChapteringGrpc implements RpcHandlers<typeof chapteringRpc.ChapteringServiceService> {
  constructor(
    private readonly sets: ChapterSetService,
    private readonly saving: SaveChaptersService,
  ) {}

  async getChapterSets({ ownerId, videoIds, withTranscript }: chapteringRpc.GetChapterSetsRequest) {
    if (videoIds.length > maxIds)
      throw new AppError('invalid-input', 'Too many videos were asked for at once.');
    const found = await this.sets.getMany(ownerId, videoIds, withTranscript);
    return {
      sets: found.map(({ set, vtt }) => ({
        videoId: set._id,
        chapters: set.chapters.map(({ edited: _, ...chapter }) => ({
          ...chapter,
          quotes: [...chapter.quotes],
        })),
        summary: set.summary,
        vtt,
        version: set.version,
        isGenerating: isActive(set.job),
        progress: isActive(set.job) ? set.job.percent : 100,
        revision: set.revision ?? 0,
        searchSummary: set.searchSummary,
        operations: [],
      })),
    };
  }

  async stageChapters(
    request: chapteringRpc.StageChaptersRequest,
  ): Promise<chapteringRpc.StageChaptersReply> {
    await this.saving.stage(request);
    return {};
  }

  getOperation(): Promise<chapteringRpc.Operation> {
    return Promise.reject(AppError.notFound('The operation'));
  }
}

function toWireChapter(chapter: Chapter): chapteringRpc.Chapter {
  const { start, title, summary, searchText, quotes, searchQuotes } = chapter;
  return { start, title, summary, searchText, quotes: [...quotes], searchQuotes };
}
