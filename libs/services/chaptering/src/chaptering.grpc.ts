import { chapteringRpc } from '@vault/contracts/rpc';
import { AppError, RpcController, type RpcHandlers } from '@vault/platform';
import { ChapterSetService } from './chapters/chapter-set.service.ts';
import { SaveChaptersService } from './chapters/save-chapters.service.ts';
import { toWireSet } from './chapters/to-wire-set.ts';
import { OperationReader } from './operations/operation-reader.ts';

const maxIds = 100;

@RpcController(chapteringRpc.ChapteringServiceService)
export class ChapteringGrpc implements RpcHandlers<typeof chapteringRpc.ChapteringServiceService> {
  constructor(
    private readonly sets: ChapterSetService,
    private readonly saving: SaveChaptersService,
    private readonly operations: OperationReader,
  ) {}

  async getChapterSets({ ownerId, videoIds, withTranscript }: chapteringRpc.GetChapterSetsRequest) {
    if (videoIds.length > maxIds)
      throw new AppError('invalid-input', 'Too many videos were asked for at once.');
    const found = await this.sets.getMany(ownerId, videoIds, withTranscript);
    return { sets: found.map(({ set, vtt }) => toWireSet(set, vtt)) };
  }

  async stageChapters(
    request: chapteringRpc.StageChaptersRequest,
  ): Promise<chapteringRpc.StageChaptersReply> {
    await this.saving.stage(request);
    return {};
  }

  getOperation({ ownerId, operationId }: chapteringRpc.OperationRequest): Promise<chapteringRpc.Operation> {
    return this.operations.get({ ownerId, operationId });
  }
}
