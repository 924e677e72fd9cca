import { chapteringRpc } from '@vault/contracts/rpc';
import { AppError } from '@vault/base';
import { RpcController } from '@vault/rpc';
import type { ServiceDefinition } from '@vault/platform';
import { fakeService } from '@vault/platform/testing';

const { listOperations, countOperations } = chapteringRpc.ChapteringServiceService;
const rpc = { listOperations, countOperations };

/** An in-memory fake of chaptering. */
export class FakeChaptering {
  readonly operations: (chapteringRpc.OperationEntry & { readonly ownerId: string })[] = [];
  isUnavailable = false;
  /** What does not work in its process because of a wrong setting. */
  readonly wrongSettings: string[] = [];

  add(id: string, ownerId: string, videoId: string): void {
    this.operations.push({
      id,
      ownerId,
      videoId,
      kind: 'quotes',
      state: 'done',
      createdAt: 1_795_000_000,
      tokens: 52,
      systemPrompt: 'Numbers first.',
      customPrompt: 'About teaching.',
      result: '[]',
    });
  }

  definition(): ServiceDefinition {
    const reply = <Answer>(answer: () => Answer): Answer => {
      if (this.isUnavailable) throw AppError.unavailable();
      return answer();
    };
    const { operations, wrongSettings } = this;
    @RpcController(rpc)
    class ChapteringGrpc {
      listOperations({ ownerId, limit }: chapteringRpc.ListOperationsRequest) {
        return reply(() => {
          const own = operations.filter((operation) => operation.ownerId === ownerId);
          return { operations: own.slice(0, limit || 10_000), total: own.length };
        });
      }
      countOperations() {
        return reply(() => ({ queued: 2, running: 1, wrongSettings }));
      }
    }
    return fakeService('chaptering', rpc, ChapteringGrpc);
  }
}
