import { chapteringRpc } from '@vault/contracts/rpc';
import { AppError, RpcController } from '@vault/platform';
import type { ServiceDefinition } from '@vault/platform';
import { answering } from './answering.ts';

const { listOperations, countOperations } = chapteringRpc.ChapteringServiceService;
const rpc = { listOperations, countOperations };

/** Chaptering as its contract has it, in memory. */
export class ChapteringOwner {
  readonly operations: (chapteringRpc.OperationEntry & { readonly ownerId: string })[] = [];
  isAway = false;

  add(id: string, ownerId: string, videoId: string): void {
    this.operations.push({
      ...{ id, ownerId, videoId, kind: 'quotes', state: 'done', createdAt: 1_795_000_000, tokens: 52 },
      ...{ systemPrompt: 'Numbers first.', customPrompt: 'About teaching.', result: '[]' },
    });
  }

  definition(): ServiceDefinition {
    const ask = <Answer>(answer: () => Answer): Answer => {
      if (this.isAway) throw AppError.unavailable();
      return answer();
    };
    const { operations } = this;
    @RpcController(rpc)
    class ChapteringGrpc {
      listOperations({ ownerId, limit }: chapteringRpc.ListOperationsRequest) {
        return ask(() => {
          const own = operations.filter((operation) => operation.ownerId === ownerId);
          return { operations: own.slice(0, limit || 10_000), total: own.length };
        });
      }
      countOperations() {
        return ask(() => ({ queued: 2, running: 1 }));
      }
    }
    return answering('chaptering', rpc, ChapteringGrpc);
  }
}
