import { Injectable } from '@nestjs/common';
import { chapteringRpc } from '@vault/contracts/rpc';
import { AppError, RpcController, type MessageConsumer, type MessageHandlers } from '@vault/platform';
import type { ServiceDefinition } from '@vault/platform';
import { answering } from './answering.ts';
import { operationOf } from './operation-of.ts';

const { getChapterSets, stageChapters, getOperation, estimateOperation } =
  chapteringRpc.ChapteringServiceService;
const rpc = { getChapterSets, stageChapters, getOperation, estimateOperation };
type Operation = chapteringRpc.Operation;

/** What the chaptering service behind the gateway says, and what it heard. */
export class ChapteringNeighbour {
  /** What has been written about videos. */
  readonly chapterSets: chapteringRpc.ChapterSet[] = [];
  /** Drafts in the order in which they were staged. */
  readonly staged: chapteringRpc.StageChaptersRequest[] = [];
  /** How often chapters were asked for. */
  asked = 0;
  /** What was asked about costs. */
  readonly estimated: chapteringRpc.EstimateOperationRequest[] = [];
  readonly operations = new Map<string, { ownerId: string; operation: Operation }>();
  /** How operations that begin now will end. */
  ending: Partial<Operation> = {};
  /** How often an operation is asked for before it ends. */
  pollsUntilEnd = 1;
  /** How often it was asked for operations, and for each. */
  polls = 0;
  private readonly pollsById = new Map<string, number>();
  /** The next of these questions are not answered. */
  unanswered = 0;
  /** Nobody answers calls. */
  isAway = false;
  /** Every command is refused so. */
  refusal: AppError | undefined;

  /** @param obeyed gets type and data of each command that was obeyed */
  constructor(private readonly obeyed: [string, unknown][]) {}

  reset(): void {
    for (const list of [this.chapterSets, this.staged, this.estimated]) list.length = 0;
    this.operations.clear();
    Object.assign(this, {
      ending: {},
      pollsUntilEnd: 1,
      polls: 0,
      asked: 0,
      unanswered: 0,
      isAway: false,
      refusal: undefined,
    });
  }

  pollsOf(id: string): number {
    return this.pollsById.get(id) ?? 0;
  }

  definition(): ServiceDefinition {
    const { chapterSets, staged, estimated } = this;
    const countAsked = () => (this.asked += 1);
    const demandPresence = () => {
      if (this.isAway) throw AppError.unavailable();
    };
    const find = (ownerId: string, id: string) => this.findOperation(ownerId, id);
    @RpcController(rpc)
    class ChapteringGrpc {
      getChapterSets({ videoIds }: chapteringRpc.GetChapterSetsRequest): chapteringRpc.ChapterSets {
        countAsked();
        demandPresence();
        return { sets: chapterSets.filter(({ videoId }) => videoIds.includes(videoId)) };
      }
      stageChapters(request: chapteringRpc.StageChaptersRequest) {
        demandPresence();
        staged.push(request);
        return {};
      }
      getOperation({ ownerId, operationId }: chapteringRpc.OperationRequest): Operation {
        return find(ownerId, operationId);
      }
      estimateOperation(request: chapteringRpc.EstimateOperationRequest) {
        estimated.push(request);
        return { tokens: 1_850 };
      }
    }
    const begin = (kind: string) => this.begin(kind);
    const save = this.save;
    @Injectable()
    class ChapteringCommands implements MessageConsumer {
      readonly handlers: MessageHandlers = {
        'chaptering.regenerate-chapters.v1': begin('chapters'),
        'chaptering.generate-summary.v1': begin('summary'),
        'chaptering.update-quotes.v1': begin('quotes'),
        'chaptering.update-search.v1': begin('search'),
        'chaptering.save-chapters.v1': save,
      };
    }
    return answering('chaptering', rpc, ChapteringGrpc, ChapteringCommands);
  }

  private findOperation(ownerId: string, id: string): Operation {
    this.polls += 1;
    this.pollsById.set(id, this.pollsOf(id) + 1);
    if (this.unanswered > 0) {
      this.unanswered -= 1;
      throw AppError.unavailable();
    }
    const found = this.operations.get(id);
    if (found?.ownerId !== ownerId) throw AppError.notFound('The operation');
    const { operation } = found;
    return this.pollsOf(id) > this.pollsUntilEnd
      ? { ...operation, ...endOf(operation), ...this.ending }
      : operation;
  }

  private begin(kind: string) {
    return (
      data: { videoId: string; ownerId: string; chapterStart?: number; prompt?: string },
      { message }: { message: { id: string } },
    ) => {
      if (this.refusal) return Promise.reject(this.refusal);
      const { videoId, ownerId, chapterStart, prompt = '' } = data;
      const asked = { videoId, kind, chapterStart, userMessage: prompt };
      const operation = { ...operationOf(message.id), ...asked };
      this.operations.set(message.id, { ownerId, operation });
      return Promise.resolve(void this.obeyed.push([kind, data]));
    };
  }

  private readonly save: NonNullable<MessageHandlers['chaptering.save-chapters.v1']> = (data) => {
    if (this.refusal) return Promise.reject(this.refusal);
    const set = this.chapterSets.find(({ videoId }) => videoId === data.videoId);
    const draft = this.staged.find(({ draftId }) => draftId === data.draftId);
    if (set && draft && draft.chapters.length > 0) {
      set.chapters = draft.chapters;
      set.revision += 1;
    }
    return Promise.resolve(void this.obeyed.push(['save-chapters', data]));
  };
}

function endOf({ kind }: Operation): Partial<Operation> {
  return { state: 'done', progress: 100, result: `The ${kind}.` };
}
