import { Injectable } from '@nestjs/common';
import { chapteringRpc } from '@vault/contracts/rpc';
import { AppError } from '@vault/base';
import { RpcController } from '@vault/rpc';
import type { MessageConsumer, MessageHandlers } from '@vault/messaging';
import type { ServiceDefinition } from '@vault/platform';
import { fakeService } from '@vault/platform/testing';
import { operationOf } from './operation-of.ts';

const { getChapterSets, getOperation, estimateOperation } = chapteringRpc.ChapteringServiceService;
const rpc = { getChapterSets, getOperation, estimateOperation };
type Operation = chapteringRpc.Operation;

/** A fake chaptering service: scripted answers, and the received requests. */
export class FakeChaptering {
  /** The chapter sets of videos. */
  readonly chapterSets: chapteringRpc.ChapterSet[] = [];
  /** Number of requests for chapters. */
  chapterRequests = 0;
  /** Received requests for estimates. */
  readonly estimated: chapteringRpc.EstimateOperationRequest[] = [];
  readonly operations = new Map<string, { ownerId: string; operation: Operation }>();
  /** The final state of all operations, where it differs from `endOf`. */
  outcome: Partial<Operation> = {};
  /** Number of polls before an operation ends. */
  pollsUntilEnd = 1;
  /** Number of polls of all operations. */
  polls = 0;
  private readonly pollsById = new Map<string, number>();
  /** Number of next polls that are answered `unavailable`. */
  unavailablePolls = 0;
  /** While true, calls are answered `unavailable`. */
  isUnavailable = false;
  /** The error of every command. */
  refusal: AppError | undefined;

  /** @param handled gets type and data of each handled command */
  constructor(private readonly handled: [string, unknown][]) {}

  reset(): void {
    for (const list of [this.chapterSets, this.estimated]) list.length = 0;
    this.operations.clear();
    Object.assign(this, {
      outcome: {},
      pollsUntilEnd: 1,
      polls: 0,
      chapterRequests: 0,
      unavailablePolls: 0,
      isUnavailable: false,
      refusal: undefined,
    });
  }

  pollsOf(id: string): number {
    return this.pollsById.get(id) ?? 0;
  }

  definition(): ServiceDefinition {
    const { chapterSets, estimated } = this;
    const countRequest = () => (this.chapterRequests += 1);
    const failWhileUnavailable = () => {
      if (this.isUnavailable) throw AppError.unavailable();
    };
    const find = (ownerId: string, id: string) => this.findOperation(ownerId, id);
    @RpcController(rpc)
    class ChapteringGrpc {
      getChapterSets({ videoIds }: chapteringRpc.GetChapterSetsRequest): chapteringRpc.ChapterSets {
        countRequest();
        failWhileUnavailable();
        return { sets: chapterSets.filter(({ videoId }) => videoIds.includes(videoId)) };
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
    return fakeService('chaptering', rpc, ChapteringGrpc, ChapteringCommands);
  }

  private findOperation(ownerId: string, id: string): Operation {
    this.polls += 1;
    this.pollsById.set(id, this.pollsOf(id) + 1);
    if (this.unavailablePolls > 0) {
      this.unavailablePolls -= 1;
      throw AppError.unavailable();
    }
    const found = this.operations.get(id);
    if (found?.ownerId !== ownerId) throw AppError.notFound('The operation');
    const { operation } = found;
    return this.pollsOf(id) > this.pollsUntilEnd
      ? { ...operation, ...endOf(operation), ...this.outcome }
      : operation;
  }

  private begin(kind: string) {
    return (
      data: { videoId: string; ownerId: string; chapterStart?: number; prompt?: string },
      { message }: { message: { id: string } },
    ) => {
      if (this.refusal) return Promise.reject(this.refusal);
      const { videoId, ownerId, chapterStart, prompt = '' } = data;
      const fields = { videoId, kind, chapterStart, userMessage: prompt };
      const operation = { ...operationOf(message.id), ...fields };
      this.operations.set(message.id, { ownerId, operation });
      return Promise.resolve(void this.handled.push([kind, data]));
    };
  }

  private readonly save: NonNullable<MessageHandlers['chaptering.save-chapters.v1']> = (data) => {
    if (this.refusal) return Promise.reject(this.refusal);
    const set = this.chapterSets.find(({ videoId }) => videoId === data.videoId);
    if (!set) return Promise.reject(new AppError('conflict', 'This video has no chapters yet.'));
    if (data.chapters) {
      set.chapters = data.chapters;
      set.revision += 1;
    }
    this.handled.push(['save-chapters', data]);
    return Promise.resolve({ version: set.revision });
  };
}

function endOf({ kind }: Operation): Partial<Operation> {
  return { state: 'done', progress: 100, result: `The ${kind}.` };
}
